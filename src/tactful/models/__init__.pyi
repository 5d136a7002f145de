from .asking import Ask, asking
from .config import address, model_config, sampling
from .messages import ChatModel, MediaType, Message, Picture, Reply
from .offline.calls import OfflineCall, Writer
from .offline.registry import OFFLINE_MODELS
from .openai_compatible import OpenAICompatible
from .prompts import PromptPack, load_pack
from .rewrite import ModelRewriter
from .scripted import ScriptedModel

__all__ = [
    "OFFLINE_MODELS",
    "Ask",
    "ChatModel",
    "MediaType",
    "Message",
    "ModelRewriter",
    "OfflineCall",
    "OpenAICompatible",
    "Picture",
    "PromptPack",
    "Reply",
    "ScriptedModel",
    "Writer",
    "address",
    "asking",
    "load_pack",
    "model_config",
    "sampling",
]
