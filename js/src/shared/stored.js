// Stores what a reader chose or wrote, in the reader's browser.

export const MAX_STORED_CHARACTERS = 100_000;

/**
 * Stores a text under a name. It never leaves the browser. If the browser stores nothing, as in a
 * private window, the text lasts as long as the page.
 * @param {string} name
 */
export function makeStore(name) {
  /** @type {string | null} */
  let unsaved = null;
  /** @type {<T>(action: () => T) => T | null} */
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  const get = () => unsaved ?? attempt(() => localStorage.getItem(name));
  /** @param {string | null} text */
  const set = (text) => {
    unsaved = text;
    attempt(() => (text ? localStorage.setItem(name, text) : localStorage.removeItem(name)));
  };
  /**
   * Reads a stored value from JSON. A value that does not fit, such as an answer to an older
   * version of the book, is deleted.
   * @param {(value: unknown) => boolean} fits
   */
  const read = (fits) => {
    const text = get();
    if (text === null) return null;
    const isShort = text.length <= MAX_STORED_CHARACTERS;
    const value = isShort ? attempt(() => JSON.parse(text)) : null;
    if (value !== null && fits(value)) return value;
    set(null);
    return null;
  };
  return { get, set, read };
}
