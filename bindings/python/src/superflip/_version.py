"""The version of this package, which is that of the library it was made with."""

VERSION = "0.3.0"
