// Brings a stored model to a page, when a reader asks for it: all widgets of a page share it.

import { readCodeModel } from "./safetensors.js";

/**
 * @typedef {object} Named A model by its name; nothing of it is in a widget's state.
 * @property {string} hash The first 16 digits of its file's sha256.
 * @property {number} bytes The file's.
 * @property {number} parameters
 * @property {import("./safetensors.js").Sizes} sizes
 */

/** @typedef {import("./safetensors.js").CodeModel} CodeModel */

/**
 * What all modules of a page share: models as scripts bring them, in base64; what was read of them;
 * and those that are under way.
 * @type {{ bookModels?: Record<string, string>, bookModelsRead?: Record<string, CodeModel>,
 *   bookModelsAsked?: Record<string, Promise<string>> }}
 */
const page = /** @type {any} */ (globalThis);

const KERNEL_TIMEOUT_MS = 20_000; // milliseconds that a kernel has for its answer

/**
 * The model, if the page holds it.
 * @param {string} hash
 * @returns {CodeModel | undefined}
 */
export function loadedModel(hash) {
  page.bookModelsRead ??= {};
  const text = page.bookModels?.[hash];
  if (text && !page.bookModelsRead[hash]) page.bookModelsRead[hash] = readCodeModel(text);
  return page.bookModelsRead[hash];
}

/**
 * From the kernel, in a message of its own.
 * @param {string} hash
 * @param {import("./widget.js").Model<any>} model
 * @returns {Promise<string>}
 */
function askKernel(hash, model) {
  return new Promise((resolve, reject) => {
    /** @param {{ hash?: string, base64?: string }} message */
    const hear = ({ hash: of, base64 }) => {
      if (of !== hash || !base64) return;
      end();
      resolve(base64);
    };
    const late = setTimeout(() => {
      end();
      reject(new Error("the kernel is silent"));
    }, KERNEL_TIMEOUT_MS);
    const end = () => {
      clearTimeout(late);
      model.off("msg:custom", hear);
    };
    model.on("msg:custom", hear);
    model.send?.({ wanted: hash });
  });
}

/**
 * From the book's files: a classic script, for a page that was opened from a file can load nothing
 * else.
 * @param {string} hash
 * @returns {Promise<string>}
 */
function loadScript(hash) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${document.documentElement.dataset.content_root ?? ""}_static/models/${hash}.js`;
    script.onload = () => {
      const text = page.bookModels?.[hash];
      if (text) resolve(text);
      else reject(new Error("the script is of another model"));
    };
    script.onerror = () => reject(new Error("there is no such script"));
    document.head.append(script);
  });
}

/**
 * The model, wherever it comes from; it rejects where nothing has it.
 * @param {string} hash
 * @param {import("./widget.js").Model<any>} model
 * @returns {Promise<CodeModel>}
 */
export async function loadModel(hash, model) {
  page.bookModels ??= {};
  page.bookModelsAsked ??= {};
  if (!page.bookModels[hash]) {
    page.bookModelsAsked[hash] ??= model.send ? askKernel(hash, model) : loadScript(hash);
    try {
      page.bookModels[hash] = await page.bookModelsAsked[hash];
    } finally {
      delete page.bookModelsAsked[hash]; // what failed may be asked for again
    }
  }
  return /** @type {CodeModel} */ (loadedModel(hash));
}
