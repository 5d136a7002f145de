from .files import (
    LOCK,
    PART,
    file_sha256,
    inside,
    is_part,
    locked,
    make_private_folder,
    remove_parts,
    strangers,
    write_atomic,
    write_json,
)
from .folder import MANIFEST, RunFolder, fingerprint, read_manifest
from .optional import require, versions
from .rows import Row, RowFile, read_rows
from .seeds import derive, generator
from .settings import Option, Setting, make_settings, parameters, settings_json, settings_of, signature_of
from .yaml_file import Location, OneOrMore, Strict, Text, YamlDocument, kind_of, mistake, one_of

__all__ = [
    "LOCK",
    "MANIFEST",
    "PART",
    "Location",
    "OneOrMore",
    "Option",
    "Row",
    "RowFile",
    "RunFolder",
    "Setting",
    "Strict",
    "Text",
    "YamlDocument",
    "derive",
    "file_sha256",
    "fingerprint",
    "generator",
    "inside",
    "is_part",
    "kind_of",
    "locked",
    "make_private_folder",
    "make_settings",
    "mistake",
    "one_of",
    "parameters",
    "read_manifest",
    "read_rows",
    "remove_parts",
    "require",
    "settings_json",
    "settings_of",
    "signature_of",
    "strangers",
    "versions",
    "write_atomic",
    "write_json",
]
