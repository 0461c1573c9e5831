"""Libraries that are imported at first use, since `import minelab` should not wait for them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any


class Later:
    """Stands for a module, and imports it when it is first asked for something."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)


if TYPE_CHECKING:
    import pandas as pd
    from scipy import special
else:
    pd, special = Later("pandas"), Later("scipy.special")

__all__ = ["pd", "special"]
