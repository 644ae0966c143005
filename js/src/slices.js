// Long work in slices, between which the page answers its reader.

const SLICE_MS = 20; // milliseconds after which the rest waits

/**
 * All of some work at once, and what it gives.
 * @template Result
 * @param {Generator<unknown, Result>} work
 */
export function finish(work) {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Runs one work at a time. A place is busy while slices of it are left.
 * @param {HTMLElement} root
 */
export function makeSlices(root) {
  /** @type {Generator | undefined} */
  let work;
  let timer = 0;
  const run = () => {
    const end = performance.now() + SLICE_MS;
    while (work && !work.next().done) {
      if (performance.now() < end) continue;
      timer = setTimeout(run);
      root.ariaBusy = "true";
      return;
    }
    stop();
  };
  const stop = () => {
    clearTimeout(timer);
    if (work) root.ariaBusy = "false";
    work = undefined;
  };
  return {
    /**
     * Begins a work, and ends the one before.
     * @param {() => void | Generator} begin
     */
    start(begin) {
      stop();
      work = begin() ?? undefined;
      run();
    },
    stop,
  };
}
