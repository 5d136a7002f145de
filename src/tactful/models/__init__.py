"""Clients of model endpoints that the user configured, and a scripted stand-in for tests."""

from tactful.models.asking import Ask, asking
from tactful.models.messages import ChatModel, Message, Picture, Reply
from tactful.models.openai_compatible import OpenAICompatible
from tactful.models.rewrite import ModelRewriter
from tactful.models.scripted import ScriptedModel

__all__ = [
    "Ask",
    "ChatModel",
    "Message",
    "ModelRewriter",
    "OpenAICompatible",
    "Picture",
    "Reply",
    "ScriptedModel",
    "asking",
]
