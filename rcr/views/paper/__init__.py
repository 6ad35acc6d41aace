"""Charts of the paper's experiments: our instances as dots that lead somewhere, beside the paper's
own figures.

A chart is plain data, as plotly takes it. The ``customdata`` of a dot is the place of its row
among the rows that were given; what is run on the page itself is among them, marked ``live``.
"""
