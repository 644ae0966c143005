// Loads the model that a page names, in parts, when a reader asks for it; once for all widgets.

import { addScript } from "../shared/load_script.js";
import { decodeBase64 } from "../shared/safetensors.js";

/**
 * @typedef {object} ModelParts What a page says about the model that was built with it.
 * @property {string} name
 * @property {number} parts
 * @property {number} bytes The size of its file.
 */
/** @typedef {(done: number) => void} Progress Gets the fraction that has been loaded. */

/**
 * What all modules of a page share.
 * @type {{ bookModels?: Record<string, string>,
 *   bookEncoders?: Record<string, { file: Promise<ArrayBuffer>, listeners: Set<Progress> }> }}
 */
const page = /** @type {any} */ (globalThis);

/** Returns what the page says about its model; null if the page has none. */
export function findModel() {
  const meta = document.querySelector('meta[name="mha-sentence-model"]');
  if (!meta) return null;
  const [name, parts, bytes] = (meta.getAttribute("content") ?? "").split(" ");
  return { name, parts: Number(parts), bytes: Number(bytes) };
}

/** Returns how many bytes the page loads: base64 takes four for three. @param {ModelParts} model */
export const bytesToLoad = ({ bytes }) => Math.ceil(bytes / 3) * 4;

/**
 * Loads one part after the other.
 * @param {ModelParts} model
 * @param {Progress} progress
 */
async function loadParts({ name, parts, bytes }, progress) {
  const file = new Uint8Array(bytes);
  page.bookModels ??= {};
  for (let i = 0, end = 0; i < parts; i++) {
    const key = `${name}/${i}`;
    await addScript(key);
    const part = decodeBase64(page.bookModels[key] ?? "");
    delete page.bookModels[key]; // its bytes are in the file now
    file.set(part, end);
    end += part.length;
    progress((i + 1) / parts);
  }
  return file.buffer;
}

/**
 * Returns the model's file. Rejects if a part cannot be loaded; it can then be asked for again.
 * @param {ModelParts} model
 * @param {Progress} progress
 */
export async function loadFile(model, progress) {
  page.bookEncoders ??= {};
  if (!page.bookEncoders[model.name]) {
    /** @type {Set<Progress>} */
    const listeners = new Set();
    const file = loadParts(model, (done) => {
      for (const listener of listeners) listener(done);
    });
    page.bookEncoders[model.name] = { file, listeners };
  }
  const asked = page.bookEncoders[model.name];
  asked.listeners.add(progress);
  try {
    return await asked.file;
  } catch (error) {
    delete page.bookEncoders[model.name];
    throw error;
  } finally {
    asked.listeners.delete(progress);
  }
}
