"""A pytest plugin that starts nbval's kernels as copies of a process that has imported torch.

    PYTHONPATH=tools python -m pytest --nbval -p forked_kernels NOTEBOOK ...

A fresh kernel needs longer to import torch and matplotlib than most chapters need to run. Here a
server that has computed nothing imports them once, and each kernel is a fork of it. The names in a
kernel are still only those that its notebook imports. Without Linux, kernels start as usual.
"""

import multiprocessing
import os
import signal
import sys

import jupyter_client.provisioning.local_provisioner as local

# torch takes two seconds to import torch._dynamo when it first compares tensors or optimizes.
PRELOADED = ["ipykernel.kernelapp", "torch", "torch._dynamo", "matplotlib.pyplot", "anywidget"]
INLINE = "module://matplotlib_inline.backend_inline"
# Elsewhere a fork of a process that has loaded the system's libraries may crash, or is impossible.
FORKS = sys.platform == "linux"
fork = multiprocessing.get_context("forkserver" if FORKS else None)


def _run(command, cwd, env, started):
    """In the new process: becomes the kernel of a connection file."""
    os.setsid()  # so that a signal to its group reaches no other process
    started.send(True)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)

    import matplotlib as mpl
    from ipykernel.kernelapp import launch_new_instance

    mpl.rcParams["backend"] = INLINE  # a kernel chooses it before matplotlib is imported
    launch_new_instance(command[command.index("-f") :])


class Forked:
    """A kernel's process, with what jupyter_client uses of `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, command, cwd=None, env=None, **_):
        started, child = fork.Pipe(duplex=False)
        self.process = fork.Process(
            target=_run, args=(command, cwd or os.getcwd(), dict(env or os.environ), child)
        )
        self.process.start()
        started.recv()
        self.pid = self.process.pid

    def poll(self):
        return self.process.exitcode

    def wait(self, timeout=None):
        self.process.join(timeout)
        return self.process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def terminate(self):
        self.send_signal(signal.SIGTERM)


def pytest_configure():
    if FORKS:
        fork.set_forkserver_preload([__name__, *PRELOADED])
        local.launch_kernel = Forked
