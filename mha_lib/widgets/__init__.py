"""Widgets: live in Jupyter and Colab, and in a page without a kernel."""

from mha_lib.widgets.block_stack import BlockStack as BlockStack
from mha_lib.widgets.cache_calculator import CacheCalculator as CacheCalculator
from mha_lib.widgets.code_view import CodeView as CodeView
from mha_lib.widgets.device_sharding import DeviceSharding as DeviceSharding
from mha_lib.widgets.heads_view import HeadsView as HeadsView
from mha_lib.widgets.layer_view import LayerView as LayerView
from mha_lib.widgets.loads_view import LoadsView as LoadsView
from mha_lib.widgets.mask_painter import MaskPainter as MaskPainter
from mha_lib.widgets.model_view import ModelView as ModelView
from mha_lib.widgets.pattern_fit import PatternFit as PatternFit
from mha_lib.widgets.prune_view import PruneView as PruneView
from mha_lib.widgets.readings import Readings as Readings
from mha_lib.widgets.scale_explorer import ScaleExplorer as ScaleExplorer
from mha_lib.widgets.sentence_view import SentenceView as SentenceView
from mha_lib.widgets.split_explorer import SplitExplorer as SplitExplorer

# The classes above. `make widget` adds an import, which is then in this list too.
__all__ = sorted(  # pyright: ignore[reportUnsupportedDunderAll]
    name for name, value in vars().items() if isinstance(value, type)
)
