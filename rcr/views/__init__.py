"""Plotly figures and the pyvis network, one a file; nothing here knows streamlit."""
