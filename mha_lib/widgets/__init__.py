"""Widgets: live in Jupyter and Colab, and in a page without a kernel."""

from mha_lib.widgets.block_stack import BlockStack
from mha_lib.widgets.cache_calculator import CacheCalculator
from mha_lib.widgets.code_view import CodeView
from mha_lib.widgets.device_sharding import DeviceSharding
from mha_lib.widgets.heads_view import HeadsView
from mha_lib.widgets.layer_view import LayerView
from mha_lib.widgets.loads_view import LoadsView
from mha_lib.widgets.mask_painter import MaskPainter
from mha_lib.widgets.model_view import ModelView
from mha_lib.widgets.pattern_fit import PatternFit
from mha_lib.widgets.prune_view import PruneView
from mha_lib.widgets.readings import Readings
from mha_lib.widgets.scale_explorer import ScaleExplorer
from mha_lib.widgets.sentence_view import SentenceView
from mha_lib.widgets.split_explorer import SplitExplorer

__all__ = [
    "BlockStack",
    "CacheCalculator",
    "CodeView",
    "DeviceSharding",
    "HeadsView",
    "LayerView",
    "LoadsView",
    "MaskPainter",
    "ModelView",
    "PatternFit",
    "PruneView",
    "Readings",
    "ScaleExplorer",
    "SentenceView",
    "SplitExplorer",
]
