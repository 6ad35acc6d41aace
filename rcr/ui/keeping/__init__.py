"""What outlives a page: the store behind the app, who the visitor is, and the address."""
