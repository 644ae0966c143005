"""A small torch for a page: the part that exercises answered there can use.

A tensor is a row of numbers with a size and a step for each axis, as in torch: a transpose, a slice
or a view shares the numbers. The arithmetic is in JavaScript, in `kernels`. What raises an error in
torch raises the same error here. A missing name raises `NotHere`, because it is not the reader's
mistake. Each part has a line in tests/book/test_page_torch.py.
"""

import math
from array import array
from collections import namedtuple

import kernels
from syntax import native_isinstance as isinstance  # faster; for it, a bool is not an int
from uctypes import addressof

inf, nan, pi = math.inf, math.nan, math.pi
strided = "torch.strided"
called = []  # the calls of an answer that an exercise may forbid


class NotHere(BaseException):
    """Raised for a torch feature missing here; not an Exception, so an answer cannot catch it."""


lacking = []  # what was missing, because a bare `except:` still catches it


def missing(name):
    return beyond(f"{name} is not here: check the name, or open the notebook")


def beyond(sentence):
    """The error for what works in a notebook but not in the page."""
    lacking.append(sentence)
    return NotHere(sentence)


def __getattr__(name):
    # Names that would hide Python's own are not globals of this file.
    if name in ("bool", "float"):
        return bool_ if name == "bool" else float32
    if name[:1] != "_" and f" {name} " not in _ALONE and hasattr(Tensor, name):
        return _as_function(name)
    raise missing("torch." + name)


class dtype:
    is_complex = False

    def __init__(self, name, spoken, rank, itemsize):
        self.name, self.spoken, self.rank, self.itemsize = name, spoken, rank, itemsize
        self.is_floating_point = rank == 2

    def __repr__(self):
        return "torch." + self.name


bool_ = dtype("bool", "Bool", 0, 1)
int64 = long = dtype("int64", "Long", 1, 8)
float32 = dtype("float32", "Float", 2, 4)
float64 = double = dtype("float64", "Double", 2, 8)


class finfo:
    """The largest and the smallest number of a floating type, and the step at 1."""

    def __init__(self, kind=None):
        if kind is not None and not kind.is_floating_point:
            raise TypeError(
                "torch.finfo() requires a floating point input type. "
                "Use torch.iinfo to handle 'torch.finfo'"
            )
        narrow = kind is None or kind is float32
        self.eps = 2.0 ** (-23 if narrow else -52)
        self.max = (2 - self.eps) * 2.0 ** (127 if narrow else 1023)
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** (-126 if narrow else -1022)


_Extreme = namedtuple("max", ("values", "indices"))


def _numel(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def _dense(shape):
    """The steps of a contiguous tensor."""
    steps, step = [], 1
    for size in reversed(shape):
        steps.append(step)
        step *= size
    return tuple(reversed(steps))


def _kind(value):
    """The dtype of a Python number."""
    if isinstance(value, bool):
        return bool_
    return int64 if isinstance(value, int) else float32


def _promoted(*values):
    """The dtype of a result: tensors come first, then those without axes, then numbers."""
    best = None
    for group in (
        [v.dtype for v in values if isinstance(v, Tensor) and v.shape],
        [v.dtype for v in values if isinstance(v, Tensor) and not v.shape],
        [_kind(v) for v in values if not isinstance(v, Tensor)],
    ):
        widest = sorted(group, key=lambda kind: (kind.rank, kind.itemsize))[-1:]
        if widest and (best is None or widest[0].rank > best.rank):
            best = widest[0]
    return best


def _broadcast(*shapes):
    """The shape that these broadcast to."""
    shape = []
    for back in range(1, max(len(s) for s in shapes) + 1):
        sizes = [s[-back] for s in shapes if len(s) >= back]
        wide = [size for size in sizes if size != 1]
        if any(size != wide[0] for size in wide):
            other = [size for size in wide if size != wide[0]][0]
            at = max(len(s) for s in shapes) - back
            raise RuntimeError(
                f"The size of tensor a ({wide[0]}) must match the size of tensor b ({other}) "
                f"at non-singleton dimension {at}"
            )
        shape.append(wide[0] if wide else 1)
    return tuple(reversed(shape))


def _axis(dim, n, extra=0):
    """An axis, counted from the front."""
    n = max(n + extra, 1)
    if not isinstance(dim, int) or isinstance(dim, bool):
        raise missing(f"an axis that is a {type(dim).__name__}")
    if not -n <= dim < n:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})"
        )
    return dim % n


def _sizes(args):
    """Sizes or axes, given one by one or as a list."""
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    return tuple(int(size) for size in args)


def _addresses(tensors, shape):
    """The arguments of the kernels, and what must stay alive until they are done."""
    rows = []
    for t in tensors:
        steps = [0] * (len(shape) - len(t.shape)) + [
            0 if size == 1 else step for size, step in zip(t.shape, t._steps)
        ]
        rows.append(array("i", [t._offset, *steps]))
    flat = []
    for t, row in zip(tensors, rows):
        flat += [addressof(t._numbers), addressof(row)]
    return flat, rows


def _map(name, kind, *operands, out=None):
    """A new tensor: operation `name` on the operands' entries, broadcast."""
    operands = [v if isinstance(v, Tensor) else _number(v) for v in operands]
    shape = _broadcast(*(v.shape for v in operands)) if out is None else out.shape
    out = _empty(shape, kind) if out is None else out
    if _numel(shape):
        flat, rows = _addresses([out, *operands], shape)
        sizes = array("i", shape or (1,))
        kernels.map(name, out.dtype.name, len(shape), addressof(sizes), *flat)
    return out


def _fold(name, kind, folded, *operands):
    """The products of the operands' entries, reduced along their last axes; all have one shape."""
    shape = operands[0].shape
    kept = shape[: len(shape) - folded]
    out = _empty(kept, kind)
    if _numel(kept):
        aligned = Tensor(out._numbers, kept + (1,) * folded, out.dtype)
        flat, rows = _addresses([aligned, *operands], shape)
        sizes = array("i", shape or (1,))
        kernels.fold(name, kind.name, folded, len(shape), addressof(sizes), *flat)
    return out


def _empty(shape, kind):
    if _numel(shape) > 1 << 28:  # too large for MicroPython's bytes()
        raise MemoryError
    return Tensor(array("d", bytes(8 * max(_numel(shape), 1))), tuple(shape), kind)


def _number(value):
    """A number as a tensor without axes."""
    if isinstance(value, (bool, int, float)):
        return Tensor(array("d", [value]), (), _kind(value))
    raise TypeError(f"unsupported operand type(s): 'Tensor' and '{type(value).__name__}'")


class Tensor:
    is_meta = is_nested = is_quantized = is_sparse = requires_grad = False
    layout, device = strided, "cpu"

    def __init__(self, numbers, shape, dtype, steps=None, offset=0):
        self._numbers, self.shape, self.dtype = numbers, tuple(shape), dtype
        self._steps = _dense(shape) if steps is None else tuple(steps)
        self._offset = offset

    def _look(self, shape, steps, offset=None):
        """A view of the same numbers."""
        offset = self._offset if offset is None else offset
        return Tensor(self._numbers, shape, self.dtype, steps, offset)

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        raise missing("Tensor." + name)

    # Attributes.

    @property
    def ndim(self):
        return len(self.shape)

    def dim(self):
        return len(self.shape)

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[_axis(dim, self.ndim)]

    def numel(self):
        return _numel(self.shape)

    def stride(self):
        return self._steps

    def is_contiguous(self):
        pairs = [
            (step, right)
            for size, step, right in zip(self.shape, self._steps, _dense(self.shape))
            if size != 1
        ]
        return all(step == right for step, right in pairs)

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return False

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        return iter([self[i] for i in range(len(self))])

    def __hash__(self):
        return id(self)

    def item(self):
        if self.numel() != 1:
            raise RuntimeError(
                f"a Tensor with {self.numel()} elements cannot be converted to Scalar"
            )
        value = self._numbers[self._offset]
        if self.dtype is bool_:
            return value != 0
        return int(value) if self.dtype is int64 else value

    def tolist(self):
        if not self.shape:
            return self.item()
        t = self.contiguous()
        values = list(t._numbers[t._offset : t._offset + t.numel()])
        if self.dtype is not float64 and self.dtype is not float32:
            values = [v != 0 if self.dtype is bool_ else int(v) for v in values]
        for size in reversed(self.shape[1:]):
            rows = range(0, len(values), max(size, 1))
            values = [values[i : i + size] for i in rows]
        return values if 0 not in self.shape else _nested(self.shape)

    def __bool__(self):
        if self.numel() > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        if not self.numel():
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __format__(self, how):
        if not self.shape:
            return f"{self.item():{how}}"
        if how:
            raise TypeError("unsupported format string passed to Tensor.__format__")
        return str(self)

    # No __float__: MicroPython would convert a tensor to a number where a float is on its left.

    def __contains__(self, value):
        return bool((self == value).any())

    # Other shapes and types.

    def clone(self):
        return _map("same", self.dtype, self)

    def contiguous(self):
        return self if self.is_contiguous() else self.clone()

    def detach(self):
        return self._look(self.shape, self._steps)

    def cpu(self):
        return self

    def to(self, *like, dtype=None, device=None):
        for value in like:
            if isinstance(value, Tensor):
                dtype = value.dtype
            elif not isinstance(value, str):
                dtype = value
        dtype = _as_dtype(dtype) or self.dtype
        return self if dtype is self.dtype else _map("same", dtype, self)

    def type_as(self, other):
        return self.to(other)

    def double(self):
        return self.to(float64)

    def float(self):
        return self.to(float32)

    def long(self):
        return self.to(int64)

    def bool(self):
        return _map("ne", bool_, self, 0) if self.dtype is not bool_ else self

    def reshape(self, *shape):
        shape = self._filled(_sizes(shape))
        seen = self._seen(shape)
        return self.contiguous()._look(shape, _dense(shape)) if seen is None else seen

    def view(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], dtype):
            raise missing("Tensor.view of a dtype")
        seen = self._seen(self._filled(_sizes(shape)))
        if seen is None:
            raise RuntimeError(
                "view size is not compatible with input tensor's size and stride (at least one "
                "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
            )
        return seen

    def _filled(self, shape):
        """A shape with its -1 filled in."""
        known = _numel(size for size in shape if size != -1)
        fits = shape.count(-1) < 2 and min((*shape, 0)) >= -1
        if fits and -1 in shape and known and self.numel() % known == 0:
            return tuple(self.numel() // known if size == -1 else size for size in shape)
        if shape.count(-1) > 1:
            raise RuntimeError("only one dimension can be inferred")
        if not fits or -1 in shape or known != self.numel():
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {self.numel()}")
        return shape

    def _seen(self, shape):
        """A view of another shape; None if that needs a copy."""
        groups = []  # size and step of axes that are contiguous in memory
        for size, step in zip(self.shape, self._steps):
            if size == 1:
                continue
            if groups and groups[-1][1] == size * step:
                groups[-1] = (groups[-1][0] * size, step)
            else:
                groups.append((size, step))
        steps, left, step = [], 1, 1
        for size in reversed(shape):
            if left == 1 and size != 1 and groups:
                left, step = groups.pop()
            steps.append(step)
            if left % max(size, 1):
                return None
            left //= max(size, 1)
            step *= size
        return self._look(shape, tuple(reversed(steps)))

    def view_as(self, other):
        return self.view(other.shape)

    def reshape_as(self, other):
        return self.reshape(other.shape)

    def flatten(self, start_dim=0, end_dim=-1):
        if not self.shape:
            return self.reshape(1)
        start, end = _axis(start_dim, self.ndim), _axis(end_dim, self.ndim)
        if start > end:
            raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
        joined = (_numel(self.shape[start : end + 1]),)
        return self.reshape(self.shape[:start] + joined + self.shape[end + 1 :])

    def ravel(self):
        return self.reshape(-1)

    def unflatten(self, dim, sizes):
        dim, sizes = _axis(dim, self.ndim), tuple(sizes)
        known, wanted = _numel(size for size in sizes if size != -1), self.shape[dim]
        if sizes.count(-1) > 1:
            raise RuntimeError("only one dimension can be inferred")
        if (wanted % known if -1 in sizes else wanted - known) != 0:
            raise RuntimeError(
                f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim "
                f"{dim} ({wanted}) in the input tensor"
            )
        sizes = tuple(wanted // known if size == -1 else size for size in sizes)
        return self.view(self.shape[:dim] + sizes + self.shape[dim + 1 :])

    def permute(self, *dims):
        dims = _sizes(dims)
        if len(dims) != self.ndim:
            raise RuntimeError(
                "permute(sparse_coo): number of dimensions in the tensor input does not match the "
                f"length of the desired ordering of dimensions i.e. input.dim() = {self.ndim} is "
                f"not equal to len(dims) = {len(dims)}"
            )
        dims = [_axis(dim, self.ndim) for dim in dims]
        if len(set(dims)) != len(dims):
            raise RuntimeError("permute(): duplicate dims are not allowed.")
        return self._look([self.shape[d] for d in dims], [self._steps[d] for d in dims])

    def transpose(self, dim0, dim1):
        order = list(range(self.ndim))
        a, b = _axis(dim0, self.ndim), _axis(dim1, self.ndim)
        if order:
            order[a], order[b] = order[b], order[a]
        return self.permute(order)

    swapaxes = swapdims = transpose

    def movedim(self, source, destination):
        a, b = _axis(source, self.ndim), _axis(destination, self.ndim)
        order = [d for d in range(self.ndim) if d != a]
        order.insert(b, a)
        return self.permute(order)

    moveaxis = movedim

    def t(self):
        if self.ndim > 2:
            raise RuntimeError(
                f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D"
            )
        return self.permute(list(range(self.ndim))[::-1] if self.ndim < 2 else (1, 0))

    @property
    def T(self):
        if self.ndim > 2:
            raise missing(".T of more than two axes, which torch gives up,")
        return self.t()

    @property
    def mT(self):
        if self.ndim < 2:
            raise RuntimeError(
                f"tensor.mT is only supported on matrices or batches of matrices. Got {self.ndim}-D"
                " tensor."
            )
        return self.transpose(-2, -1)

    def unsqueeze(self, dim):
        dim = _axis(dim, self.ndim, 1)
        step = self._steps[dim] * self.shape[dim] if dim < self.ndim else 1
        return self._look(
            (*self.shape[:dim], 1, *self.shape[dim:]),
            (*self._steps[:dim], step, *self._steps[dim:]),
        )

    def squeeze(self, dim=None):
        dims = range(self.ndim) if dim is None else [_axis(dim, self.ndim)]
        keep = [d for d in range(self.ndim) if not (d in dims and self.shape[d] == 1)]
        return self._look([self.shape[d] for d in keep], [self._steps[d] for d in keep])

    def expand(self, *sizes):
        sizes = _sizes(sizes)
        more = len(sizes) - self.ndim
        if more < 0:
            raise RuntimeError(
                f"expand({self._typed()}, size={list(sizes)}): the number of sizes provided "
                f"({len(sizes)}) must be greater or equal to the number of dimensions in the "
                f"tensor ({self.ndim})"
            )
        shape, steps = [], []
        for i, size in enumerate(sizes):
            own, step = (1, 0) if i < more else (self.shape[i - more], self._steps[i - more])
            size = own if size == -1 else size
            if own not in (1, size):
                raise RuntimeError(
                    f"The expanded size of the tensor ({size}) must match the existing size "
                    f"({own}) at non-singleton dimension {i}.  Target sizes: {list(sizes)}.  "
                    f"Tensor sizes: {list(self.shape)}"
                )
            shape.append(size)
            steps.append(step if own == size else 0)
        return self._look(shape, steps)

    def _typed(self):
        return f"torch.{self.dtype.spoken}Tensor{{{list(self.shape)}}}"

    def expand_as(self, other):
        return self.expand(other.shape)

    def broadcast_to(self, shape):
        return self.expand(shape)

    def repeat(self, *sizes):
        sizes = _sizes(sizes)
        shape = (1,) * (len(sizes) - self.ndim) + self.shape
        both = [size for pair in zip(sizes, shape) for size in pair]
        apart = [size for one in shape for size in (1, one)]
        return self.reshape(apart).expand(both).reshape([a * b for a, b in zip(sizes, shape)])

    def repeat_interleave(self, repeats, dim=None):
        if not isinstance(repeats, int):
            raise missing("Tensor.repeat_interleave by a tensor")
        t, dim = (self.flatten(), 0) if dim is None else (self, _axis(dim, self.ndim))
        wide = t.unsqueeze(dim + 1)
        wide = wide.expand((*wide.shape[: dim + 1], repeats, *wide.shape[dim + 2 :]))
        return wide.flatten(dim, dim + 1)

    def narrow(self, dim, start, length):
        dim = _axis(dim, self.ndim)
        if start + length > self.shape[dim]:
            raise RuntimeError(
                f"start ({start}) + length ({length}) exceeds dimension size ({self.shape[dim]})."
            )
        shape = (*self.shape[:dim], length, *self.shape[dim + 1 :])
        return self._look(shape, self._steps, self._offset + start * self._steps[dim])

    def select(self, dim, index):
        return self[(slice_all,) * _axis(dim, self.ndim) + (index,)]

    def split(self, split_size, dim=0):
        dim = _axis(dim, self.ndim)
        size = self.shape[dim]
        if isinstance(split_size, int):
            starts = range(0, max(size, 1), split_size)
            lengths = [min(split_size, size - start) for start in starts]
        else:
            lengths = list(split_size)
            if sum(lengths) != size:
                raise RuntimeError(
                    "split_with_sizes expects split_sizes to sum exactly to "
                    f"{size} (input tensor's size at dimension {dim}), but got "
                    f"split_sizes={lengths}"
                )
        parts, start = [], 0
        for length in lengths:
            parts.append(self.narrow(dim, start, length))
            start += length
        return tuple(parts)

    def chunk(self, chunks, dim=0):
        return self.split(max(-(-self.shape[_axis(dim, self.ndim)] // chunks), 1), dim)

    def tensor_split(self, sections, dim=0):
        size = self.shape[_axis(dim, self.ndim)]
        return self.split([size // sections + (i < size % sections) for i in range(sections)], dim)

    def unbind(self, dim=0):
        return tuple(self.movedim(dim, 0))

    def flip(self, *dims):
        t = self
        for dim in _sizes(dims):
            order = list(range(t.shape[_axis(dim, t.ndim)]))
            order.reverse()
            t = t.index_select(dim, order)
        return t

    def roll(self, shifts, dims=None):
        if dims is None:
            return self.flatten().roll(shifts, 0).view(self.shape)
        for shift, dim in zip(*((v,) if isinstance(v, int) else v for v in (shifts, dims))):
            size = self.shape[_axis(dim, self.ndim)]
            self = self.index_select(dim, [(i - shift) % size for i in range(size)])
        return self

    def index_select(self, dim, index):
        index = index.tolist() if isinstance(index, Tensor) else index
        moved = self.movedim(dim, 0)
        out = _empty((len(index), *moved.shape[1:]), self.dtype)
        for to, i in enumerate(index):
            _map("same", self.dtype, moved[i], out=out[to])
        return out.movedim(0, dim)

    def gather(self, dim, index):
        dim, out = _axis(dim, self.ndim), _empty(index.shape, self.dtype)
        for place in _places(index.shape):
            out[place] = self[(*place[:dim], index[place].item(), *place[dim + 1 :])]
        return out

    def diagonal(self, offset=0, dim1=0, dim2=1):
        a, b = _axis(dim1, self.ndim), _axis(dim2, self.ndim)
        size = min(self.shape[a] + min(offset, 0), self.shape[b] - max(offset, 0))
        keep = [d for d in range(self.ndim) if d not in (a, b)]
        start = max(-offset, 0) * self._steps[a] + max(offset, 0) * self._steps[b]
        return self._look(
            [self.shape[d] for d in keep] + [max(size, 0)],
            [self._steps[d] for d in keep] + [self._steps[a] + self._steps[b]],
            self._offset + start,
        )

    def diag(self):
        if self.ndim == 2:
            return self.diagonal().clone()
        out = zeros(len(self), len(self), dtype=self.dtype)
        _map("same", self.dtype, self, out=out.diagonal())
        return out

    def _triangle(self, keep):
        n, m = self.shape[-2:]
        rows, columns = arange(n).unsqueeze(1), arange(m)
        return where(keep(rows, columns), self, 0).to(self.dtype)

    def tril(self, diagonal=0):
        return self._triangle(lambda row, column: column <= row + diagonal)

    def triu(self, diagonal=0):
        return self._triangle(lambda row, column: column >= row + diagonal)

    def nonzero(self):
        entries = zip(_places(self.shape), self.flatten().tolist())
        found = [place for place, entry in entries if entry]
        return tensor(found) if found else _empty((0, self.ndim), int64)

    # Indexing.

    def _index(self, key):
        """A view for the plain parts of an index, and the axis and list of one that picks rows."""
        key = key if isinstance(key, tuple) else (key,)
        plain = [k for k in key if k is not None and k is not ...]
        used = sum(k.ndim if _is_mask(k) else 1 for k in plain)
        if used > self.ndim:
            raise IndexError(f"too many indices for tensor of dimension {self.ndim}")
        if not any(k is ... for k in key):
            key = (*key, ...)
        shape, steps, offset, picked = [], [], self._offset, []
        axis = 0
        for k in key:
            if isinstance(k, Tensor) and not k.shape and k.dtype is int64:
                k = k.item()
            if k is None:
                shape.append(1)
                steps.append(0)
            elif k is ...:
                rest = self.ndim - used
                shape += self.shape[axis : axis + rest]
                steps += self._steps[axis : axis + rest]
                axis += rest
            elif isinstance(k, int) and not isinstance(k, bool):
                size = self.shape[axis]
                if not -size <= k < size:
                    raise IndexError(
                        f"index {k} is out of bounds for dimension {axis} with size {size}"
                    )
                offset += k % size * self._steps[axis]
                axis += 1
            elif isinstance(k, slice):
                start, stop, step = _bounds(k, self.shape[axis])
                shape.append(max(-(-(stop - start) // step), 0))
                steps.append(self._steps[axis] * step)
                offset += start * self._steps[axis]
                axis += 1
            elif isinstance(k, (list, Tensor)):
                picked.append((len(shape), k))
                many = k.ndim if _is_mask(k) else 1
                shape += self.shape[axis : axis + many]
                steps += self._steps[axis : axis + many]
                axis += many
            else:
                raise missing(f"an index that is a {type(k).__name__}")
        if len(picked) > 1:
            raise missing("an index by more than one list")
        return self._look(shape, steps, offset), picked[0] if picked else None

    def __getitem__(self, key):
        seen, picked = self._index(key)
        if picked is None:
            return seen
        axis, rows = picked
        rows = rows if isinstance(rows, Tensor) else tensor(rows)
        if rows.dtype is bool_:
            for i, size in enumerate(rows.shape):
                if seen.shape[axis + i] != size:
                    raise IndexError(
                        f"The shape of the mask {list(rows.shape)} at index {i} does not match the "
                        f"shape of the indexed tensor {list(seen.shape)} at index {axis + i}"
                    )
            seen = seen.flatten(axis, axis + rows.ndim - 1)
            rows = rows.flatten().nonzero().flatten()
        elif rows.dtype is not int64:
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        found = seen.index_select(axis, rows.flatten())
        return found.reshape(seen.shape[:axis] + rows.shape + seen.shape[axis + 1 :])

    def __setitem__(self, key, value):
        seen, picked = self._index(key)
        value = _fitting(value, seen)
        if picked is None:
            _map("same", self.dtype, value.expand(seen.shape), out=seen)
            return
        axis, rows = picked
        rows = rows if isinstance(rows, Tensor) else tensor(rows)
        if rows.dtype is bool_:
            if value.numel() != 1:
                raise missing("a mask of places that get a tensor")
            shape = (1,) * axis + rows.shape + (1,) * (seen.ndim - axis - rows.ndim)
            _map("where", self.dtype, rows.reshape(shape), value, seen, out=seen)
            return
        if rows.ndim != 1:
            raise missing("places by more than one axis of indices")
        shape = seen.shape[:axis] + rows.shape + seen.shape[axis + 1 :]
        values, seen = value.expand(shape).movedim(axis, 0), seen.movedim(axis, 0)
        for i, row in enumerate(rows.tolist()):
            _map("same", self.dtype, values[i], out=seen[row])

    # Entries.

    def __neg__(self):
        if self.dtype is bool_:
            raise RuntimeError(
                "Negation, the `-` operator, on a bool tensor is not supported. If you are trying "
                "to invert a mask, use the `~` or `logical_not()` operator instead."
            )
        return _map("neg", self.dtype, self)

    def __pos__(self):
        return self

    def __invert__(self):
        if self.dtype.is_floating_point:
            raise TypeError(
                "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
            )
        return _map("not" if self.dtype is bool_ else "invert", self.dtype, self)

    def __abs__(self):
        return _map("abs", self.dtype, self)

    abs = absolute = __abs__

    def isnan(self):
        return _map("isnan", bool_, self)

    def isinf(self):
        return _map("isinf", bool_, self)

    def isfinite(self):
        return _map("isfinite", bool_, self)

    def logical_not(self):
        return _map("not", bool_, self)

    def square(self):
        return self * self

    def relu(self):
        return self.clamp(min=0)

    def round(self, decimals=0):
        if decimals:
            raise missing("round with decimals")
        return _map("round", self.dtype, self)

    def clamp(self, min=None, max=None):
        t = self if min is None else maximum(self, min)
        return t if max is None else minimum(t, max)

    def masked_fill(self, mask, value):
        return self.expand(_broadcast(self.shape, mask.shape)).clone().masked_fill_(mask, value)

    def masked_fill_(self, mask, value):
        if mask.dtype is not bool_:
            raise RuntimeError(
                "masked_fill_ only supports boolean masks, but got mask with dtype "
                f"{_C_NAMES[mask.dtype.name]}"
            )
        value = _fitting(value, self)
        return _map("where", self.dtype, mask.expand(self.shape), value, self, out=self)

    def nan_to_num(self, nan=0.0):
        return where(self.isnan(), nan, self)

    def copy_(self, other):
        return _map("same", self.dtype, _fitting(other, self).expand(self.shape), out=self)

    def fill_(self, value):
        return self.copy_(value)

    def zero_(self):
        return self.fill_(0)

    def _inplace(self, name, *others):
        result = _BINARY[name](self, *others) if others else getattr(self, name)()
        if result.shape != self.shape:
            raise RuntimeError(
                f"output with shape {list(self.shape)} doesn't match the broadcast shape "
                f"{list(result.shape)}"
            )
        if result.dtype.rank > self.dtype.rank:
            raise RuntimeError(
                f"result type {result.dtype.spoken} can't be cast to the desired output type "
                f"{self.dtype.spoken}"
            )
        return self.copy_(result)

    def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
        return allclose(self, other, rtol, atol, equal_nan)

    def equal(self, other):
        return self.shape == other.shape and bool((self == other).all())

    # Reductions.

    def _folded(self, name, kind, dim, keepdim):
        dims = range(self.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
        dims = [_axis(d, self.ndim) for d in dims] if self.ndim else []
        if not dims and self.ndim:
            dims = list(range(self.ndim))
        kept = [d for d in range(self.ndim) if d not in dims]
        if name not in ("sum", "prod", "any", "all") and 0 in [self.shape[d] for d in dims]:
            raise missing(f"{name} of nothing")
        out = _fold(name, kind, len(dims), self.permute(kept + dims))
        if keepdim:
            return out.view([1 if d in dims else size for d, size in enumerate(self.shape)])
        return out

    def mean(self, dim=None, keepdim=False, dtype=None, axis=None, keepdims=False):
        t = self if dtype is None else self.to(dtype)
        if not t.dtype.is_floating_point:
            raise RuntimeError(
                "mean(): could not infer output dtype. Input dtype must be either a floating point "
                f"or complex dtype. Got: {t.dtype.spoken}"
            )
        total = t.sum(dim, keepdim, axis=axis, keepdims=keepdims)
        return total / (t.numel() / max(total.numel(), 1))

    def max(self, dim=None, keepdim=False):
        return self._extreme("max", dim, keepdim)

    def min(self, dim=None, keepdim=False):
        return self._extreme("min", dim, keepdim)

    def _extreme(self, name, dim, keepdim):
        if isinstance(dim, Tensor):
            return (maximum if name == "max" else minimum)(self, dim)
        values = self._folded(name, self.dtype, dim, keepdim)
        if dim is None:
            return values
        return _Extreme(values, self._folded("arg" + name, int64, dim, keepdim))

    def norm(self, p=2, dim=None, keepdim=False):
        if p not in (2, "fro"):
            raise missing(f"Tensor.norm with p={p}")
        return (self * self).sum(dim, keepdim).sqrt()

    def cumsum(self, dim):
        rows, total = self.movedim(dim, 0), None
        out = []
        for row in rows:
            total = row if total is None else total + row
            out.append(total)
        return stack(out).movedim(0, dim) if out else self

    def logsumexp(self, dim, keepdim=False):
        top = self.amax(dim, True)
        top = where(top.isinf(), 0.0, top)
        total = (self - top).exp().sum(dim, True).log() + top
        return total if keepdim else total.squeeze(dim)

    def softmax(self, dim=None, dtype=None):
        called.append("softmax")
        if dim is None:
            raise TypeError('softmax() missing 1 required positional arguments: "dim"')
        t = self if dtype is None else self.to(dtype)
        if not t.dtype.is_floating_point:
            raise NotImplementedError(
                f"\"softmax_lastdim_kernel_impl\" not implemented for '{t.dtype.spoken}'"
            )
        return t._softmax(dim)

    def _softmax(self, dim):
        raised = (self - self.amax(dim, True)).exp()
        return raised / raised.sum(dim, True)

    def log_softmax(self, dim, dtype=None):
        called.append("log_softmax")
        return self - self.logsumexp(dim, True)

    # Products.

    def matmul(self, other):
        return matmul(self, other)

    def mm(self, other):
        if self.ndim != 2 or other.ndim != 2:
            name, t = ("self", self) if self.ndim != 2 else ("mat2", other)
            raise RuntimeError(f"{name} must be a matrix")
        return matmul(self, other)

    def bmm(self, other):
        for name, t in (("batch1", self), ("batch2", other)):
            if t.ndim != 3:
                raise RuntimeError(f"{name} must be a 3D tensor")
        if self.shape[0] != other.shape[0]:
            raise _batches(self, other)
        return matmul(self, other)

    def mv(self, other):
        return matmul(self, other)

    def dot(self, other):
        return matmul(self, other)

    def outer(self, other):
        return self.unsqueeze(1) * other

    # Printing.

    def __repr__(self):
        return _printed(self)


def _fitting(value, like):
    """A value to write into a tensor, as a tensor."""
    return value if isinstance(value, Tensor) else _number(value)


class _All:
    def __getitem__(self, key):
        return key


slice_all = _All()[:]
_C_NAMES = {"bool": "bool", "int64": "long int", "float32": "float", "float64": "double"}


PYTHONS = [(bool, bool_), (int, int64), (float, float64)]


def _as_dtype(value):
    """A dtype; also takes Python's own types."""
    if value is None or isinstance(value, dtype):
        return value
    for own, kind in PYTHONS:
        if value is own:
            return kind
    raise missing(f"the dtype {value}")


def _is_mask(key):
    return isinstance(key, Tensor) and key.dtype is bool_ and key.ndim > 0


def _bounds(part, size):
    """The start, stop and step of a slice."""
    step = 1 if part.step is None else int(part.step)
    if step <= 0:
        raise ValueError("step must be greater than zero")
    ends = []
    for value, otherwise in ((part.start, 0), (part.stop, size)):
        value = otherwise if value is None else int(value)
        ends.append(min(max(value + size if value < 0 else value, 0), size))
    return ends[0], max(ends), step


def _nested(shape):
    """The lists of a tensor without entries."""
    return [_nested(shape[1:]) for _ in range(shape[0])]


def _places(shape):
    """Every index of a shape, in order."""
    places = [()]
    for size in shape:
        places = [(*place, i) for place in places for i in range(size)]
    return places


# Elementwise operators, functions and methods.


def _arithmetic(name):
    def function(a, b):
        if not isinstance(b, (Tensor, bool, int, float)):
            return NotImplemented
        kind = _promoted(a, b)
        if name == "truediv" and not kind.is_floating_point:
            kind = float32
        if name == "sub" and bool_ in (a.dtype, b.dtype if isinstance(b, Tensor) else _kind(b)):
            raise RuntimeError(
                "Subtraction, the `-` operator, with "
                + (
                    "two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
                    "instead."
                    if kind is bool_
                    else "a bool tensor is not supported. If you are trying to invert a mask, use "
                    "the `~` or `logical_not()` operator instead."
                )
            )
        if name in ("and", "or", "xor") and kind.is_floating_point:
            raise NotImplementedError(f"\"bitwise_{name}_cpu\" not implemented for '{kind.spoken}'")
        if name in ("floordiv", "mod") and kind is int64 and isinstance(b, int) and b == 0:
            raise RuntimeError("ZeroDivisionError")
        return _map(name, bool_ if name in _COMPARISONS else kind, a, b)

    return function


_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_BINARY = {
    name: _arithmetic(name)
    for name in (
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "and",
        "or",
        "xor",
        *_COMPARISONS,
    )
}


def _is_plain(value):
    return isinstance(value, (bool, int, float))


def _reversed(name):
    """A number on the left must stay a number, because its dtype counts less than a tensor's."""

    def method(self, other):
        if not _is_plain(other):
            return NotImplemented
        kind = _promoted(other, self)
        if name == "truediv" and not kind.is_floating_point:
            kind = float32
        return _map(name, kind, other, self)

    return method


for _name, _function in _BINARY.items():
    setattr(Tensor, f"__{_name}__", _function)
    if _name not in _COMPARISONS:
        setattr(Tensor, f"__r{_name}__", _reversed(_name))

_SPELLINGS = {
    "add": ("add",),
    "sub": ("sub", "subtract"),
    "mul": ("mul", "multiply"),
    "truediv": ("div", "divide", "true_divide"),
    "floordiv": ("floor_divide",),
    "mod": ("remainder",),
    "pow": ("pow",),
    "lt": ("lt", "less"),
    "le": ("le", "less_equal"),
    "gt": ("gt", "greater"),
    "ge": ("ge", "greater_equal"),
    "eq": ("eq",),
    "ne": ("ne", "not_equal"),
    "and": ("bitwise_and",),
    "or": ("bitwise_or",),
    "xor": ("bitwise_xor",),
}


def _in_place(name):
    return lambda self, *others: self._inplace(name, *others)


for _name, _names in _SPELLINGS.items():
    setattr(Tensor, f"__i{_name}__", _in_place(_name))
    for _spelling in _names:
        setattr(Tensor, _spelling, _BINARY[_name])
        setattr(Tensor, _spelling + "_", _in_place(_name))


def _logical(name):
    return lambda self, other: _BINARY[name](self.bool(), other.bool())


Tensor.logical_and, Tensor.logical_or = _logical("and"), _logical("or")
Tensor.logical_xor = _logical("xor")


def _smooth(name):
    """An elementwise function whose result is floating point."""

    def method(self):
        return _map(name, self.dtype if self.dtype.is_floating_point else float32, self)

    return method


for _name in ("exp", "log", "sqrt", "rsqrt", "reciprocal", "sigmoid", "tanh"):
    setattr(Tensor, _name, _smooth(_name))
for _name in ("exp", "log", "sqrt", "rsqrt", "reciprocal", "sigmoid", "tanh", "neg", "abs"):
    setattr(Tensor, _name + "_", _in_place("__neg__" if _name == "neg" else _name))
Tensor.neg = Tensor.negative = Tensor.__neg__


def _folding(name, kind=None):
    def method(self, dim=None, keepdim=False, dtype=None, axis=None, keepdims=False):
        t = self if dtype is None else self.to(dtype)
        own = int64 if name in ("sum", "prod") and t.dtype is bool_ else t.dtype
        dim = axis if dim is None else dim
        return t._folded(
            name[1:] if name in ("amax", "amin") else name, kind or own, dim, keepdim or keepdims
        )

    return method


for _name, _dtype in (
    ("sum", None),
    ("prod", None),
    ("amax", None),
    ("amin", None),
    ("argmax", int64),
    ("argmin", int64),
    ("any", bool_),
    ("all", bool_),
):
    setattr(Tensor, _name, _folding(_name, _dtype))


# Functions.


def _two(name):
    def function(a, b):
        return _map(name, _promoted(a, b), a, b)

    return function


maximum, minimum = _two("maximum"), _two("minimum")
Tensor.maximum, Tensor.minimum = maximum, minimum
Tensor.isclose = lambda self, *args, **named: isclose(self, *args, **named)


def where(condition, input=None, other=None):
    if input is None:
        raise missing("torch.where of a condition alone")
    if condition.dtype is not bool_:
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{condition.dtype.spoken}"
        )
    return _map("where", _promoted(input, other), condition, input, other)


Tensor.where = lambda self, condition, other: where(condition, self, other)


def _batches(a, b):
    wanted = [a.shape[0], a.shape[-1]]
    return RuntimeError(
        f"Expected size for first two dimensions of batch2 tensor to be: {wanted} but got: "
        f"{list(b.shape[:2])}."
    )


def matmul(a, b):
    if not isinstance(b, Tensor):
        return NotImplemented
    if not a.shape or not b.shape:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {a.ndim}D and {b.ndim}D"
        )
    if a.dtype is not b.dtype:
        one, other = _C_NAMES[a.dtype.name], _C_NAMES[b.dtype.name]
        if a.ndim == b.ndim == 1:
            raise RuntimeError(
                f"dot : expected both vectors to have same dtype, but found {a.dtype.spoken} and "
                f"{b.dtype.spoken}"
            )
        if a.ndim > 2 and b.ndim > 2:
            raise RuntimeError(f"expected scalar type {a.dtype.spoken} but found {b.dtype.spoken}")
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {one} != {other}")
    if a.dtype is bool_:
        raise missing("a product of booleans")
    left, right = a.unsqueeze(0) if a.ndim == 1 else a, b.unsqueeze(1) if b.ndim == 1 else b
    if left.shape[-1] != right.shape[-2]:
        raise _no_product(a, b)
    n, k, m = left.shape[-2], left.shape[-1], right.shape[-1]
    batch = _broadcast(left.shape[:-2], right.shape[:-2]) if left.ndim + right.ndim > 4 else ()
    left = left.unsqueeze(-2).expand((*batch, n, m, k))
    right = right.mT.unsqueeze(-3).expand((*batch, n, m, k))
    out = _fold("sum", a.dtype, 1, left, right)
    shape = batch + ((n,) if a.ndim > 1 else ()) + ((m,) if b.ndim > 1 else ())
    return out.view(shape)


def _no_product(a, b):
    """The error for sizes that do not fit; its words depend on how torch would multiply."""
    if a.ndim == b.ndim == 1:
        return RuntimeError(
            f"inconsistent tensor size, expected tensor [{len(a)}] and src [{len(b)}] to have the "
            f"same number of elements, but got {len(a)} and {len(b)} elements respectively"
        )
    if b.ndim == 1 and a.ndim == 2:
        n, m = a.shape
        return RuntimeError(f"size mismatch, got input ({n}), mat ({n}x{m}), vec ({len(b)})")
    if a.ndim > 2 and b.ndim > 2:
        batch = _broadcast(a.shape[:-2], b.shape[:-2])
        wide = b.expand(batch + b.shape[-2:]).reshape((-1, *b.shape[-2:]))
        return _batches(Tensor(None, (_numel(batch), *a.shape[-2:]), None), wide)
    if b.ndim == 1 or a.ndim == 1:
        # torch computes one product if all have the same matrix.
        one, two = (a.shape, (len(b), 1)) if b.ndim == 1 else ((1, len(a)), b.shape)
        if a.ndim > 2:
            n = _numel(a.shape[:-1])
            return RuntimeError(
                f"size mismatch, got input ({n}), mat ({n}x{a.shape[-1]}), vec ({len(b)})"
            )
        if b.ndim > 2:
            return missing("this product of a row and many matrices")
    elif b.ndim > 2:
        b = b.flatten(0, -3)
        return _batches(Tensor(None, b.shape[:1] + a.shape, None), b)
    elif any(a._steps[i] != a._steps[i + 1] * a.shape[i + 1] for i in range(a.ndim - 2)):
        # torch does not make one matrix of rows that are apart in memory.
        n = _numel(a.shape[:-2])
        return _batches(Tensor(None, (n, *a.shape[-2:]), None), Tensor(None, (n, *b.shape), None))
    else:
        one, two = a.shape, b.shape
    n, k = _numel(one[:-1]), one[-1]
    return RuntimeError(
        f"mat1 and mat2 shapes cannot be multiplied ({n}x{k} and {two[0]}x{two[1]})"
    )


Tensor.__matmul__ = matmul


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = operands[0]
    equation = equation.replace(" ", "")
    if "." in equation:
        raise missing("torch.einsum with ...")
    before, arrow, after = equation.partition("->")
    terms = before.split(",")
    if len(terms) != len(operands):
        few = "fewer" if len(operands) < len(terms) else "more"
        raise RuntimeError(f"einsum(): {few} operands were provided than specified in the equation")
    if not arrow:
        letters = sorted(set("".join(terms)))
        after = "".join(letter for letter in letters if "".join(terms).count(letter) == 1)
    sizes = {}
    for i, (term, t) in enumerate(zip(terms, operands)):
        if len(term) != t.ndim:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(term)}) does not match "
                f"the number of dimensions ({t.ndim}) for operand {i} and no ellipsis was given"
            )
        for letter, size in zip(term, t.shape):
            if sizes.setdefault(letter, size) != size:
                if 1 in (size, sizes[letter]) or term.count(letter) > 1:
                    raise missing("this torch.einsum")
                raise RuntimeError(
                    f"einsum(): subscript {letter} has size {size} for operand {i} which does not "
                    f"broadcast with previously seen size {sizes[letter]}"
                )
    for letter in after:
        if letter not in sizes:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any "
                "input operand"
            )
        if after.count(letter) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {letter} appears more than once in the output"
            )
    for t in operands[1:]:
        if t.dtype is not operands[0].dtype:
            raise RuntimeError(
                f"expected scalar type {operands[0].dtype.spoken} but found {t.dtype.spoken}"
            )
    letters = after + "".join(letter for letter in sizes if letter not in after)
    shape = tuple(sizes[letter] for letter in letters)
    seen = []
    for term, t in zip(terms, operands):
        steps = [sum(s for own, s in zip(term, t._steps) if own == letter) for letter in letters]
        seen.append(t._look(shape, steps))
    return _fold("sum", operands[0].dtype, len(letters) - len(after), *seen)


def tensor(data, dtype=None, device=None, requires_grad=False):
    if isinstance(data, Tensor):
        return data.clone().to(dtype or data.dtype)
    values, shape, kinds = [], [], []

    def fill(entry, depth):
        if isinstance(entry, Tensor):
            kinds.append(entry.dtype)
            entry = entry.item()
        if isinstance(entry, (list, tuple, range)):
            if len(shape) == depth:
                shape.append(len(entry))
            if shape[depth] != len(entry):
                raise ValueError(
                    f"expected sequence of length {shape[depth]} at dim {depth} (got {len(entry)})"
                )
            for part in entry:
                fill(part, depth + 1)
        elif isinstance(entry, (bool, int, float)):
            values.append(entry)
            kinds.append(_kind(entry))
        else:
            raise missing(f"torch.tensor of a {type(entry).__name__}")

    fill(data, 0)
    own = sorted(kinds or [float32], key=lambda kind: (kind.rank, kind.itemsize))[-1]
    out = Tensor(array("d", values or [0]), shape, float64)
    return out.to(_as_dtype(dtype) or own)


as_tensor = asarray = tensor


def full(size, fill_value, dtype=None, device=None):
    out = _empty(_sizes((size,)), _as_dtype(dtype) or _kind(fill_value))
    return out.fill_(fill_value)


def zeros(*size, dtype=None, device=None):
    return full(_sizes(size), 0.0, dtype=_as_dtype(dtype) or float32)


def ones(*size, dtype=None, device=None):
    return full(_sizes(size), 1.0, dtype=_as_dtype(dtype) or float32)


empty = zeros


def full_like(input, fill_value, dtype=None):
    return full(input.shape, fill_value, dtype=dtype or input.dtype)


def zeros_like(input, dtype=None):
    return full_like(input, 0, dtype)


def ones_like(input, dtype=None):
    return full_like(input, 1, dtype)


empty_like = zeros_like
Tensor.new_zeros = lambda self, *size: zeros(*size, dtype=self.dtype)
Tensor.new_ones = lambda self, *size: ones(*size, dtype=self.dtype)
Tensor.new_empty = Tensor.new_zeros


def eye(n, m=None, dtype=None, device=None):
    out = zeros(n, n if m is None else m, dtype=dtype)
    out.diagonal().fill_(1)
    return out


def arange(start, end=None, step=1, dtype=None, device=None):
    start, end = (0, start) if end is None else (start, end)
    count = max(math.ceil((end - start) / step), 0)
    return tensor([start + i * step for i in range(count)], dtype=dtype).to(
        _as_dtype(dtype)
        or (int64 if all(isinstance(v, int) for v in (start, end, step)) else float32)
    )


def _joined(tensors):
    if isinstance(tensors, Tensor):
        tensors = list(tensors)
    if not isinstance(tensors, (list, tuple)):
        raise missing(f"joining a {type(tensors).__name__}")
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}"
            )
    return list(tensors)


def cat(tensors, dim=0, axis=None):
    tensors, dim = _joined(tensors), dim if axis is None else axis
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    first = tensors[0]
    for i, t in enumerate(tensors):
        if not t.shape:
            raise RuntimeError(f"zero-dimensional tensor (at position {i}) cannot be concatenated")
    tensors = [t for t in tensors if t.shape != (0,)] or tensors[:1]
    first, dim = tensors[0], _axis(dim, tensors[0].ndim)
    for i, t in enumerate(tensors):
        if t.ndim != first.ndim:
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {first.ndim} and {t.ndim}"
            )
        for d in range(first.ndim):
            if d != dim and t.shape[d] != first.shape[d]:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size "
                    f"{first.shape[d]} but got size {t.shape[d]} for tensor number {i} in the list."
                )
    total = sum(t.shape[dim] for t in tensors)
    out = _empty((*first.shape[:dim], total, *first.shape[dim + 1 :]), _promoted(*tensors))
    start = 0
    for t in tensors:
        _map("same", out.dtype, t, out=out.narrow(dim, start, t.shape[dim]))
        start += t.shape[dim]
    return out


concat = concatenate = cat


def stack(tensors, dim=0, axis=None):
    tensors, dim = _joined(tensors), dim if axis is None else axis
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    for i, t in enumerate(tensors):
        if t.shape != tensors[0].shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at "
                f"entry 0 and {list(t.shape)} at entry {i}"
            )
    return cat([t.unsqueeze(dim) for t in tensors], _axis(dim, tensors[0].ndim, 1))


def vstack(tensors):
    return cat([t.unsqueeze(0) if t.ndim == 1 else t for t in tensors], 0)


def hstack(tensors):
    tensors = _joined(tensors)
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.spoken} did not match {other.dtype.spoken}")
    if input.dtype is bool_:
        return input == other
    near = (input - other).abs() <= atol + rtol * other.abs()
    near = (near & (input - other).isfinite()) | (input == other)
    return near | (input.isnan() & other.isnan()) if equal_nan else near


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def is_tensor(value):
    return isinstance(value, Tensor)


def numel(input):
    return input.numel()


class _Mode:
    """There are no gradients here, so it changes nothing, as a context or as a decorator."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        return function


def no_grad(given=None):
    return given if callable(given) else _Mode()


enable_grad = inference_mode = set_grad_enabled = no_grad
manual_seed = lambda seed: None

# Methods that are not functions of torch.
_ALONE = (
    " T bool contiguous copy_ cpu dim double expand expand_as float item long mT ndim new_empty "
    "new_ones new_zeros repeat reshape_as size stride to tolist type_as view view_as "
)


def _as_function(name):
    def function(input, *args, **named):
        if _is_plain(input) and name != "pow":  # torch.pow takes a number and a tensor
            kind = type(input).__name__
            raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {kind}")
        if _is_plain(input) or not isinstance(input, Tensor):
            raise missing(f"torch.{name} of a {type(input).__name__}")
        return getattr(input, name)(*args, **named)

    return function


class _Functional:
    """torch.nn.functional"""

    def __getattr__(self, name):
        raise missing("torch.nn.functional." + name)

    def softmax(self, input, dim=None, dtype=None):
        if dim is None:  # torch's choice, about which it warns
            dim = 0 if input.ndim in (0, 1, 3) else 1
        return input.softmax(dim, dtype)

    def log_softmax(self, input, dim=None, dtype=None):
        return input.log_softmax(dim, dtype)

    def relu(self, input):
        return input.relu()

    def linear(self, input, weight, bias=None):
        out = input @ weight.T
        return out if bias is None else out + bias

    def scaled_dot_product_attention(
        self, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None
    ):
        called.append("scaled_dot_product_attention")
        if dropout_p:
            raise missing("dropout")
        if not query.dtype == key.dtype == value.dtype:
            raise RuntimeError(
                "Expected query, key, and value to have the same dtype, but got query.dtype: "
                f"{_C_NAMES[query.dtype.name]} key.dtype: {_C_NAMES[key.dtype.name]} and "
                f"value.dtype: {_C_NAMES[value.dtype.name]} instead."
            )
        if query.ndim < 2:
            raise missing("attention of vectors")
        scale = query.shape[-1] ** -0.5 if scale is None else scale
        scores = query @ key.mT * scale
        if is_causal:
            attn_mask = ones(scores.shape[-2:]).tril().bool()
        if attn_mask is not None and attn_mask.dtype is bool_:
            blocked = scores.masked_fill(~attn_mask, -inf)
            idle = (~attn_mask).all(-1, keepdim=True)
            return blocked._softmax(-1).masked_fill(idle, 0.0) @ value
        return (scores if attn_mask is None else scores + attn_mask)._softmax(-1) @ value


class Module:
    """torch.nn.Module, as far as a class in an answer needs it."""

    training = True

    def __init__(self):
        pass

    def __call__(self, *values, **named):
        return self.forward(*values, **named)

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        raise missing(f"{type(self).__name__}.{name}")

    def train(self, mode=True):
        self.training = mode
        return self

    def eval(self):
        return self.train(False)


class _NN:
    functional = _Functional()
    Module = Module

    def __getattr__(self, name):
        raise missing("torch.nn." + name)


nn = _NN()
_print = {"precision": 4, "sci_mode": None}


def set_printoptions(precision=None, sci_mode=None, profile=None):
    if profile not in (None, "default"):
        raise missing(f"torch.set_printoptions of {profile}")
    _print["precision"] = precision or (4 if profile else _print["precision"])
    _print["sci_mode"] = sci_mode


def _shown(t, values):
    """How a tensor's entries are printed: all with as many digits as torch would choose."""
    if not t.dtype.is_floating_point:
        return str, max(len(str(value)) for value in values)
    finite = [value for value in values if value - value == 0 and value != 0]
    sizes = [abs(value) for value in finite] or [1.0]
    many, power = _print["precision"], _print["sci_mode"]
    whole = all(value == int(value) for value in finite)
    if power is None:
        power = max(sizes) > 1e8 or (
            not whole and (max(sizes) / min(sizes) > 1000 or min(sizes) < 1e-4)
        )
    digits, end = f".{many}{'e' if power else 'f'}", ""
    if whole and not power:
        digits, end = ".0f", "."

    def show(value):
        return ("{:" + digits + "}").format(value) + end if value - value == 0 else str(value)

    return show, max([len(show(value)) for value in finite] + [1])


def _printed(t):
    def flat(rows):
        return [v for row in rows for v in flat(row)] if isinstance(rows, list) else [rows]

    rows = t.tolist()
    values = flat(rows)
    if not values:
        return "tensor([])" if t.shape == (0,) else f"tensor([], size={t.shape})"
    show, width = _shown(t, values)

    def write(rows, indent):
        if not isinstance(rows, list):
            text = show(rows)
            return " " * (width - len(text)) + text if t.shape else text
        inner = [write(row, indent + 1) for row in rows]
        if not isinstance(rows[0], list):
            per_line = max(1, (80 - indent) // (width + 2))
            lines = [inner[i : i + per_line] for i in range(0, len(inner), per_line)]
            return "[" + (",\n" + " " * (indent + 1)).join(", ".join(line) for line in lines) + "]"
        depth = 0
        while isinstance(rows, list):
            depth, rows = depth + 1, rows[0]
        return "[" + ("," + "\n" * (depth - 1) + " " * (indent + 1)).join(inner) + "]"

    text = "tensor(" + write(rows, len("tensor("))
    if t.dtype is not float64:
        return text + ")"
    last = text.split("\n")[-1]
    end = f"dtype={t.dtype})"
    return text + (", " if len(last) + len(end) + 2 <= 80 else ",\n       ") + end
