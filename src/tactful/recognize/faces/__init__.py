"""Faces and avatars on a screen."""

from tactful.recognize.faces.avatars import Avatar, find_avatars
from tactful.recognize.faces.detector import Face, FaceDetector
from tactful.recognize.faces.recognizer import FaceRecognizer

__all__ = ["Avatar", "Face", "FaceDetector", "FaceRecognizer", "find_avatars"]
