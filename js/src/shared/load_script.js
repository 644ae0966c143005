// Loads scripts of the book when a reader asks for what they hold.

/**
 * Adds a script from the book's folder of models: a classic script, because a page that was opened
 * from a file can load nothing else. Rejects if there is no such script.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function addScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${document.documentElement.dataset.content_root ?? ""}_static/models/${name}.js`;
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("no such script"));
    };
    document.head.append(script);
  });
}
