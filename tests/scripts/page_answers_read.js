const stored = { text };
const value = {
    getItem() { if (blocked) throw new Error("denied"); return stored.text; },
    setItem(_, value) { stored.text = value; },
    removeItem() { stored.text = null; },
};
Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
const count = data.parts?.length ?? data.texts?.length ?? 1;
const found = m.makeStore("answer").read((given) => m.fits(data, count, given));
return [found, stored.text];
