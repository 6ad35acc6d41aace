"""Classes: the entrance, the teacher's desk, the students' seats, and what comes of them."""
