"""Streamlit widgets that the pages share."""
