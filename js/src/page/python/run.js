// Runs a cell in a worker, so that the page keeps responding and an endless loop can be stopped.

const TIMEOUT_S = 10;
const MAX_PRINTED_LINES = 200;

/**
 * @typedef {{ correct: boolean, text: string }} Verdict
 * @typedef {{ worker: string, wasm: string }} Python The worker's code, and MicroPython in base64.
 */

/**
 * @param {Python} python
 * @param {string} code
 * @param {object} exercise The exercise, as it was exported.
 * @param {(line: string) => void} print
 * @returns {Promise<Verdict>}
 */
export function runCell(python, code, exercise, print) {
  const url = URL.createObjectURL(new Blob([python.worker], { type: "text/javascript" }));
  const worker = new Worker(url);
  /** @type {number | undefined} */
  let timeout;
  let lines = 0;
  /** @type {Promise<Verdict>} */
  const done = new Promise((resolve) => {
    const stop = (/** @type {string} */ text) => resolve({ correct: false, text });
    const fail = (/** @type {string} */ why) =>
      stop(`the page's Python stopped (${why}): open the notebook.`);
    worker.onmessage = ({ data }) => {
      if (data.started) {
        const sentence = `stopped after ${TIMEOUT_S} seconds: does a loop in it ever end? If so, open the notebook.`;
        timeout = setTimeout(stop, 1000 * TIMEOUT_S, sentence);
      }
      // Without a limit, an endless loop that prints would fill the page before the time is up.
      if (data.line !== undefined && lines++ < MAX_PRINTED_LINES) print(data.line);
      if (data.failed) fail(data.failed);
      if (data.done) resolve(data.done);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message);
    };
    worker.postMessage({ wasm: python.wasm, code, exercise: JSON.stringify(exercise) });
  });
  return done.finally(() => {
    clearTimeout(timeout);
    worker.terminate();
    URL.revokeObjectURL(url);
  });
}
