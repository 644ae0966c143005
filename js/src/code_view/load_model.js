// Loads a stored model when a reader asks for it, once for all widgets of a page.

import { addScript } from "../shared/load_script.js";
import { readCodeModel } from "../shared/safetensors.js";

/**
 * @typedef {object} ModelReference A model in a widget's state: its hash and sizes, without
 *   weights.
 * @property {string} hash The first 16 digits of its file's sha256.
 * @property {number} bytes The size of its file.
 * @property {number} parameters
 * @property {import("../shared/safetensors.js").Sizes} sizes
 */

/** @typedef {import("../shared/safetensors.js").CodeModel} CodeModel */

/**
 * What all modules of a page share: the models in base64, as their scripts set them; the parsed
 * models; and the requests that are under way.
 * @type {{ bookModels?: Record<string, string>, bookModelsRead?: Record<string, CodeModel>,
 *   bookModelsAsked?: Record<string, Promise<string>> }}
 */
const page = /** @type {any} */ (globalThis);

const KERNEL_TIMEOUT_MS = 20_000;

/**
 * Returns the model if the page has loaded it. Parsing it, the first time, takes several slices.
 * @param {string} hash
 * @returns {Generator<undefined, CodeModel | undefined>}
 */
export function* loadedModel(hash) {
  page.bookModelsRead ??= {};
  const text = page.bookModels?.[hash];
  if (text && !page.bookModelsRead[hash]) page.bookModelsRead[hash] = yield* readCodeModel(text);
  return page.bookModelsRead[hash];
}

/**
 * Requests a model from the kernel.
 * @param {string} hash
 * @param {import("../shared/widget.js").WidgetModel<any>} model
 * @returns {Promise<string>}
 */
function askKernel(hash, model) {
  return new Promise((resolve, reject) => {
    /** @param {{ hash?: string, base64?: string }} message */
    const receive = ({ hash: received, base64 }) => {
      if (received !== hash || !base64) return;
      end();
      resolve(base64);
    };
    const timeout = setTimeout(() => {
      end();
      reject(new Error("the kernel did not answer"));
    }, KERNEL_TIMEOUT_MS);
    const end = () => {
      clearTimeout(timeout);
      model.off("msg:custom", receive);
    };
    model.on("msg:custom", receive);
    model.send?.({ wanted: hash });
  });
}

/**
 * Loads a model from the book's files.
 * @param {string} hash
 */
async function loadScript(hash) {
  await addScript(hash);
  const text = page.bookModels?.[hash];
  if (!text) throw new Error("the script has another model");
  return text;
}

/**
 * Loads a model from the kernel or a script, unless the page has it already. Rejects if neither
 * kernel nor script has the model.
 * @param {string} hash
 * @param {import("../shared/widget.js").WidgetModel<any>} model
 */
export async function loadModel(hash, model) {
  page.bookModels ??= {};
  page.bookModelsAsked ??= {};
  if (page.bookModels[hash]) return;
  page.bookModelsAsked[hash] ??= model.send ? askKernel(hash, model) : loadScript(hash);
  try {
    page.bookModels[hash] = await page.bookModelsAsked[hash];
  } finally {
    delete page.bookModelsAsked[hash]; // so that a failed request can be repeated
  }
}
