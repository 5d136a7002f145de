from .messages import Ask, ChatModel, MediaType, Message, Picture, Reply, ScriptedModel, Turn, asking
from .offline import OFFLINE_MODELS
from .offline_reading import OfflineCall, Writer
from .openai_compatible import OpenAICompatible, address, model_config, sampling
from .prompts import PromptPack, load_pack
from .rewrite import ModelRewriter

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
    "Turn",
    "Writer",
    "address",
    "asking",
    "load_pack",
    "model_config",
    "sampling",
]
