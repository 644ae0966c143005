// Runs long work in slices, so that the page can respond between them.

const SLICE_MS = 20; // work that is not finished then continues in another task

/**
 * Runs work to its end and returns its result.
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
 * Runs one piece of work at a time. The root is aria-busy while slices are left.
 * @param {HTMLElement} root
 */
export function makeSlices(root) {
  /** @type {Generator | undefined} */
  let work;
  let timer = 0; // the timer of the next slice; 0 if no slice is left
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
    if (timer) root.ariaBusy = "false"; // otherwise it may be busy with something else
    timer = 0;
    work = undefined;
  };
  return {
    /**
     * Starts a piece of work and ends the previous one.
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
