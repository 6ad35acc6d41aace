"""The class on the screen: the door, the teacher's desk with its board, and a student's seat."""
