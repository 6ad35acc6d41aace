"""The course: lessons and exercises as files, their checks, the challenge's rules, and what a
student did.
"""
