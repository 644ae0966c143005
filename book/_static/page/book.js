// Made by `make widgets` from js/src; edit there.
"use strict";
(() => {
  // src/page/accessibility.js
  var TABLE_CONTAINERS = ".pst-scrollable-table-container, details.numbers > div";
  var find = (selector) => document.querySelector(selector);
  function keepFocus() {
    let pressed = null;
    const giveBack = () => {
      if (document.activeElement === document.body) pressed?.focus({ preventScroll: true });
    };
    const remember = ({ target, detail }) => {
      if (!(target instanceof Element) || target.closest("dialog")) return;
      pressed = detail === 0 ? target.closest("button") : null;
      setTimeout(giveBack);
    };
    document.addEventListener("click", remember, true);
    document.addEventListener("close", () => setTimeout(giveBack), true);
  }
  function announceCopying() {
    const status = document.createElement("div");
    status.role = "status";
    status.className = "visually-hidden";
    document.body.append(status);
    const say = ([{ target }]) => {
      const button = (
        /** @type {HTMLElement} */
        target
      );
      button.ariaLabel = "Copy to clipboard";
      const { tooltip = "" } = button.dataset;
      status.textContent = tooltip === "Copy" ? "" : tooltip;
    };
    const main = (
      /** @type {HTMLElement} */
      find("main")
    );
    new MutationObserver(say).observe(main, {
      attributeFilter: ["data-tooltip"],
      subtree: true
    });
  }
  function announceSidebar() {
    const button = (
      /** @type {HTMLElement} */
      find(".primary-toggle")
    );
    const bar = (
      /** @type {HTMLElement} */
      find("#pst-primary-sidebar")
    );
    const wide = matchMedia("(min-width: 992px)");
    const say = () => {
      const hidden = bar.classList.contains("pst-sidebar-hidden");
      button.ariaExpanded = wide.matches ? String(!hidden) : null;
      button.ariaHasPopup = wide.matches ? null : "dialog";
    };
    say();
    wide.addEventListener("change", say);
    new MutationObserver(say).observe(bar, { attributeFilter: ["class"] });
  }
  function fadeWideTables() {
    const measure = (box) => ({
      box,
      before: box.scrollLeft,
      all: box.scrollWidth - box.clientWidth
    });
    const show = ({ box, before, all }) => {
      box.classList.toggle("wide", all > 1);
      box.style.setProperty("--before", `${before}px`);
      box.style.setProperty("--after", `${all - before}px`);
    };
    const update = (boxes) => boxes.map(measure).forEach(show);
    const watch = new ResizeObserver((seen) => {
      const boxes = seen.map(({ target }) => target.closest(TABLE_CONTAINERS));
      update([...new Set(
        /** @type {HTMLElement[]} */
        boxes
      )]);
    });
    const containers = document.querySelectorAll(TABLE_CONTAINERS);
    for (const box of containers) {
      box.addEventListener("scroll", () => update([box]), { passive: true });
      for (const part of [box, ...box.children]) watch.observe(part);
    }
  }
  keepFocus();
  document.addEventListener("DOMContentLoaded", () => {
    announceCopying();
    announceSidebar();
    fadeWideTables();
  });

  // src/page/elements.js
  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  // src/page/answer_controls.js
  function makePart({ label, options }, group, changed) {
    if (options.length > 8) {
      const input = make("input", { type: "range", min: 0, max: options.length - 1 });
      const value = make("span", { ariaHidden: true });
      const show = () => {
        value.textContent = input.ariaValueText = `${options[Number(input.value)]}`;
      };
      input.addEventListener("input", () => {
        show();
        changed();
      });
      const set = (i) => {
        input.value = String(Math.max(i, 0));
        show();
      };
      set(0);
      return { row: make("label", {}, label, input, value), get: () => Number(input.value), set };
    }
    const inputs = options.map(() => make("input", { type: "radio", name: group }));
    const labels = options.map((option, i) => make("label", {}, inputs[i], `${option}`));
    for (const input of inputs) input.addEventListener("change", changed);
    return {
      row: make("fieldset", {}, make("legend", { textContent: label }), make("div", {}, ...labels)),
      get: () => inputs.findIndex((input) => input.checked),
      set: (i) => {
        for (const [j, input] of inputs.entries()) input.checked = i === j;
      }
    };
  }
  function makeTextField(label, changed) {
    const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    input.addEventListener("input", changed);
    return {
      row: make("label", {}, label, input),
      get: () => input.value,
      set: (text) => input.value = text ?? ""
    };
  }
  function addArrowKeys(cells) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = (event, row, column) => {
      const cell = cells[row][column];
      const [down, right] = steps[event.key] ?? [0, 0];
      let next = cells[row + down]?.[column + right];
      if (event.key === "Home") next = cells[row][0];
      if (event.key === "End") next = cells[row].at(-1);
      if (cell instanceof HTMLInputElement) {
        if (event.key === "Enter") next = cells.flat()[row * cells[0].length + column + 1];
        const end = right > 0 ? cell.value.length : 0;
        const inside = cell.selectionStart !== cell.selectionEnd || cell.selectionEnd !== end;
        if (/Home|End/.test(event.key) || right && inside) return;
      }
      if (!next || next === cell) return;
      event.preventDefault();
      next.focus();
      if (next instanceof HTMLInputElement) next.select();
    };
    for (const [i, row] of cells.entries()) {
      for (const [j, cell] of row.entries()) cell.onkeydown = (event) => move(event, i, j);
    }
  }
  function makePaintable(node, buttons, changed) {
    const isOn = (button) => button.ariaPressed === "true";
    const set = (button, on) => {
      button.ariaPressed = String(Boolean(on));
      button.textContent = on ? "✓" : "";
    };
    const paint = (button, on) => {
      if (isOn(button) === on) return;
      set(button, on);
      changed();
    };
    let brush = null;
    for (const button of buttons) {
      button.tabIndex = button === buttons[0] ? 0 : -1;
      set(button, false);
      button.addEventListener("focus", () => {
        for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
      });
      button.addEventListener("click", ({ detail }) => {
        if (!detail) paint(button, !isOn(button));
      });
      button.addEventListener("pointerdown", (event) => {
        if (!event.isPrimary || event.button) return;
        brush = !isOn(button);
        paint(button, brush);
      });
    }
    node.addEventListener("pointermove", (event) => {
      if (event.buttons !== 1) brush = null;
      if (brush === null) return;
      for (const { clientX, clientY } of [...event.getCoalescedEvents?.() ?? [], event]) {
        const under = document.elementFromPoint(clientX, clientY);
        const button = buttons.find((one) => one === under);
        if (button) paint(button, brush);
      }
    });
    return { isOn, set };
  }
  function makeTable({ table, rows, columns, painted }, changed) {
    const labels = rows.map((row2) => columns.map((column) => `row ${row2}, column ${column}`));
    const fields = painted ? [] : labels.map((line) => line.map((ariaLabel) => makeCell(ariaLabel, changed)));
    const buttons = painted ? labels.map((line) => line.map((ariaLabel) => make("button", { type: "button", ariaLabel }))) : [];
    const cells = painted ? buttons : fields;
    const head = (scope, text) => make("th", { scope, textContent: text });
    const top = make("tr", {}, make("td", {}), ...columns.map((column) => head("col", column)));
    const lines = cells.map(
      (line, i) => make("tr", {}, head("row", rows[i]), ...line.map((cell) => make("td", {}, cell)))
    );
    const node = make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines));
    if (painted) node.role = "grid";
    node.ariaLabel = table;
    node.style.setProperty("--columns", String(columns.length));
    node.style.setProperty("--head", `${Math.max(...rows.map((row2) => row2.length)) + 1}ch`);
    addArrowKeys(cells);
    const row = make("div", {}, make("p", { textContent: table }), node);
    if (painted) {
      const all2 = buttons.flat();
      const { isOn, set } = makePaintable(node, all2, changed);
      return {
        row,
        get: () => all2.map(isOn),
        set: (entries) => {
          for (const [i, button] of all2.entries()) set(button, entries[i]);
        }
      };
    }
    const all = fields.flat();
    return {
      row,
      get: () => all.map((field) => field.value),
      set: (texts) => {
        for (const [i, field] of all.entries()) field.value = texts[i] ?? "";
      }
    };
  }
  function makeCell(ariaLabel, changed) {
    const cell = make("input", { type: "text", autocomplete: "off", spellcheck: false, ariaLabel });
    cell.addEventListener("input", changed);
    return cell;
  }

  // src/page/numbers.js
  var HOW_TO_WRITE = "write it like 0.25, 1/4, 25%, 16√2, 2^9 or 4,096";
  var MAX_CHARACTERS = 1e3;
  var GROUPED = [
    String.raw`(?:,\d{3})+(?:\.\d+)?`,
    String.raw`(?: \d{3})+(?:[.,]\d+)?`,
    String.raw`(?:'\d{3})+(?:[.,]\d+)?`,
    String.raw`(?:_\d{3})+(?:\.\d+)?`,
    String.raw`(?:\.\d{3}){2,}(?:,\d+)?`,
    String.raw`\.\d{3},\d+`
  ].join("|");
  var DECIMAL = new RegExp(
    String.raw`(?:([1-9]\d{0,2}(?:${GROUPED}))|\d+(?:\.\d*|,\d+)?|[.,]\d+)(?:e[-+]?\d+)?(?![\d.,'_])`,
    "iy"
  );
  var FRACTION = / ?([¼-¾⅐-⅞↉])/y;
  var MIXED = / (\d+)\/(\d+)(?! ?[\d.,'_/^*])/y;
  var ROOT = /√|(?:math\.|np\.)?sqrt/iy;
  var IMPLICIT_FACTOR = /^ ?(?:\(|√|(?:math\.|np\.)?sqrt)/i;
  var TIMES = /\*(?!\*)| x |x ?(?=10 ?(?:\^|\*\*))/iy;
  var NAME = /^(?:[\p{L}_][\p{L}\p{N}_ ]*)?(?::=|[=≈≃≅~∼]) ?/u;
  function normalize(text) {
    return text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "").replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (power) => `^(${power.normalize("NFKC")})`).replace(/['’‘ʼ′´`]/g, "'").replace(/[^¼-¾⅐-⅞↉]+/g, (part) => part.normalize("NFKC")).replace(/[−–—‒‐‑﹣]/g, "-").replace(/[×·⋅∙•∗✕✖]/g, "*").replace(/[÷∕⁄]/g, "/").replace(/\s+/g, " ").replace(/per ?cent(?= ?\.?$)/i, "%").trim().replace(/([\d)%¼-¾⅐-⅞↉]) ?\.$/, "$1");
  }
  function parse(text) {
    let index = 0;
    const fail = (why = `cannot be read as a number: ${HOW_TO_WRITE}`) => {
      throw new Error(why);
    };
    const take = (pattern) => {
      for (const start of [index, text[index] === " " ? index + 1 : -1]) {
        pattern.lastIndex = start;
        const found = start < 0 ? null : pattern.exec(text);
        if (!found) continue;
        index = pattern.lastIndex;
        return found;
      }
      return null;
    };
    const finite = (value2) => {
      if (Number.isNaN(value2)) fail("has no real value: give a finite number");
      return Number.isFinite(value2) ? value2 : fail("is too large: give a finite number");
    };
    const divide = (above, below) => below === 0 ? fail("divides by zero: give a finite number") : finite(above / below);
    function literal() {
      const vulgar = () => {
        const sign = take(FRACTION)?.[1];
        if (!sign) return null;
        const [above2, below2] = sign.normalize("NFKC").split("⁄").map(Number);
        return divide(above2, below2);
      };
      const found = take(DECIMAL);
      if (!found) return vulgar() ?? fail();
      const [typed, grouped] = found;
      let plain = typed.replace(",", ".");
      if (grouped) {
        const separator = typed.match(/\D/)?.[0] ?? "";
        plain = typed.replaceAll(separator, "").replace(",", ".");
      }
      const value2 = finite(Number(plain));
      if (!/^\d+$/.test(typed)) return value2;
      MIXED.lastIndex = index;
      const [all, above, below] = MIXED.exec(text) ?? [];
      if (!all) return value2 + (vulgar() ?? 0);
      index += all.length;
      return Number(above) < Number(below) ? value2 + Number(above) / Number(below) : fail();
    }
    function factor() {
      if (take(ROOT)) {
        const sign = take(/[-+]/y)?.[0] === "-" ? -1 : 1;
        return finite(Math.sqrt(sign * factor()));
      }
      if (!take(/\(/y)) return literal();
      const value2 = sum();
      return take(/\)/y) ? value2 : fail();
    }
    function power() {
      const base = factor();
      if (!take(/\^|\*\*/y)) return base;
      const exponent = signed();
      return base === 0 && exponent < 0 ? divide(1, 0) : finite(base ** exponent);
    }
    function signed() {
      const sign = take(/[-+]/y)?.[0] === "-" ? -1 : 1;
      return sign * power();
    }
    function product() {
      let value2 = signed();
      for (let divided = false; ; ) {
        if (take(TIMES)) value2 = finite(value2 * signed());
        else if (take(/\//y)) {
          divided = true;
          value2 = divide(value2, signed());
        } else if (IMPLICIT_FACTOR.test(text.slice(index)))
          value2 = divided ? fail() : finite(value2 * power());
        else return value2;
      }
    }
    function sum() {
      let value2 = product();
      for (let sign = take(/[-+]/y); sign; sign = take(/[-+]/y))
        value2 = finite(value2 + (sign[0] === "-" ? -1 : 1) * product());
      return value2;
    }
    const percent = /^([-+ ]*)([^-+*/^()√a-z]+) ?%$/i.exec(text);
    if (percent) text = (percent[1] + percent[2]).trim();
    if (/^[-+]?(inf|infinity|∞|nan)$/i.test(text)) fail("is not finite: give a finite number");
    const value = sum();
    if (index < text.length) fail();
    return percent ? value / 100 : value;
  }
  function readNumber(typed) {
    const text = normalize(typed).replace(NAME, "");
    const shown = typed.trim().length > 30 ? `${typed.trim().slice(0, 29)}…` : typed.trim();
    try {
      const value = parse(typed.length > MAX_CHARACTERS ? "" : text);
      return { value, whole: /^[-+]?\d+$/.test(text) ? BigInt(text.replace("+", "")) : null };
    } catch (error) {
      return { refused: `“${shown}” ${/** @type {Error} */
      error.message}` };
    }
  }
  function readPair(typed) {
    const text = normalize(typed);
    const inner = /^[([](.*)[)\]]$/.exec(text)?.[1];
    for (const one of inner === void 0 ? [text] : [inner, text]) {
      const separator = [/;/, / ,|, /, / /, /,/].find((separator2) => separator2.test(one.trim()));
      const read = separator ? one.trim().split(separator).map(readNumber) : [];
      const values = read.flatMap((number) => number.refused === void 0 ? [number.value] : []);
      if (read.length === 2 && values.length === 2) return values;
    }
    return null;
  }

  // src/page/store.js
  var MAX_STORED_CHARACTERS = 1e5;
  function makeStore(name) {
    let unsaved = null;
    const attempt = (action) => {
      try {
        return action();
      } catch {
        return null;
      }
    };
    const get = () => unsaved ?? attempt(() => localStorage.getItem(name));
    const set = (text) => {
      unsaved = text;
      attempt(() => text ? localStorage.setItem(name, text) : localStorage.removeItem(name));
    };
    const read = (fits2) => {
      const text = get();
      if (text === null) return null;
      const isShort = text.length <= MAX_STORED_CHARACTERS;
      const value = isShort ? attempt(() => JSON.parse(text)) : null;
      if (value !== null && fits2(value)) return value;
      set(null);
      return null;
    };
    return { get, set, read };
  }
  function fits({ parts, table, columns = [], painted, rows = [] }, count, given) {
    const isText = (one) => typeof one === "string" && one.length <= MAX_CHARACTERS;
    const isCell = (one) => painted ? typeof one === "boolean" : isText(one);
    if (!Array.isArray(given) || given.length !== count) return false;
    if (parts)
      return given.every(
        (i, part) => Number.isInteger(i) && i >= -1 && i < parts[part].options.length
      );
    if (!table) return given.every(isText);
    const [cells] = given;
    return Array.isArray(cells) && cells.length === rows.length * columns.length && cells.every(isCell);
  }

  // src/page/code_cell.js
  var STATIC = new URL(
    "../",
    /** @type {HTMLScriptElement} */
    document.currentScript.src
  ).href;
  var loaded = (
    /** @type {LoadedScripts} */
    /** @type {unknown} */
    globalThis
  );
  var loads = {};
  function load(file) {
    loads[file] ??= new Promise((resolve, reject) => {
      const script = make("script", { src: STATIC + file, onload: resolve, onerror: reject });
      document.head.append(script);
    });
    return loads[file];
  }
  var ABOUT_PYTHON = "It runs in this browser alone, on a small part of torch. Ctrl+Enter or Cmd+Enter runs it. Tab indents; Escape, then Tab, leaves the editor. Tried in Chromium, Firefox and WebKit.";
  function addCode({ name }, cell) {
    const [chapter, number] = name.split(".");
    const store = makeStore(`code ${name}`);
    const stub = cell.querySelector(".cell_input pre")?.textContent?.trimEnd() ?? "";
    const before = store.get();
    const about = make("p", { className: "about-python", hidden: true, textContent: ABOUT_PYTHON });
    const field = make("textarea", {
      ariaLabel: `Your code for exercise ${number}`,
      autocapitalize: "off",
      autocomplete: "off",
      spellcheck: false,
      value: before && before.length <= MAX_STORED_CHARACTERS ? before : stub
    });
    field.rows = field.value.split("\n").length;
    const printed = make("pre", { role: "log", ariaLabel: "Printed", hidden: true, tabIndex: 0 });
    const verdict = make("p", { role: "status", className: "verdict" });
    const run = make("button", { type: "submit", textContent: "Run" });
    const reset = make("button", { type: "button", textContent: "Start anew" });
    const buttons = make("p", { className: "vote-noted" }, run, reset);
    const form = make("form", { className: "answer code" }, field, buttons, printed, verdict, about);
    form.ariaLabel = `Your answer in Python to exercise ${number}`;
    let editor = {
      get: () => field.value,
      set: (text) => {
        field.value = text;
      }
    };
    const say = (text) => {
      verdict.textContent = text;
      verdict.classList.toggle("right", text.startsWith("correct"));
      verdict.classList.toggle("wrong", text.startsWith("not yet"));
    };
    const print = (line) => {
      printed.hidden = false;
      printed.append(`${line}
`);
    };
    const wipe = () => {
      printed.replaceChildren();
      printed.hidden = true;
      say("");
    };
    const changed = (text) => {
      store.set(text === stub ? null : text);
      say("");
    };
    const loadEditor = () => {
      for (const file of ["python/wasm.js", "python/worker.js", `cases/${chapter}.js`])
        load(file).catch(() => {
        });
      const edit = () => {
        about.hidden = false;
        const run2 = () => form.requestSubmit();
        editor = loaded.bookPython.edit(field, { about: ABOUT_PYTHON, run: run2, changed });
      };
      load("python/editor.js").then(edit, () => {
      });
    };
    field.addEventListener("focus", loadEditor, { once: true });
    field.addEventListener("input", () => changed(field.value));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (run.ariaDisabled) return;
      wipe();
      run.ariaDisabled = "true";
      say("running …");
      try {
        const files = ["wasm", "worker", "editor"].map((file) => load(`python/${file}.js`));
        await Promise.all([...files, load(`cases/${chapter}.js`)]);
        const { bookPython, bookTexts, codeCases } = loaded;
        say((await bookPython.runCell(bookTexts, editor.get(), codeCases[name], print)).text);
      } catch {
        say("the page's Python could not be loaded: open the notebook.");
      }
      run.ariaDisabled = null;
    });
    reset.addEventListener("click", () => {
      editor.set(stub);
      store.set(null);
      wipe();
    });
    const fold = make("details", {}, make("summary", { textContent: "In a notebook" }));
    cell.before(form, fold);
    fold.append(cell);
  }

  // src/page/judge.js
  function formatNumber({ value, whole }) {
    const digits = `${whole ?? ""}`;
    if (digits) return digits.length > 40 ? `${digits.slice(0, 18)}...${digits.slice(-19)}` : digits;
    if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e16))
      return value.toExponential().replace(/e([-+])(\d)$/, "e$10$2");
    return Number.isInteger(value) ? `${value}.0` : `${value}`;
  }
  function judgeNumber(numbers, text) {
    if (!text.trim()) return "not answered yet.";
    const read = readNumber(text);
    if ("refused" in read) return `${read.refused}.`;
    const { value } = read;
    const near = ([other, limit]) => value === other || Math.abs(value - other) <= limit * Math.max(Math.abs(value), Math.abs(other));
    return numbers.find(near)?.[2] ?? `not yet: ${formatNumber(read)} is not right.`;
  }
  function judgeChoice({ parts, sentences, verdicts }, chosen) {
    if (chosen.includes(-1)) return "not answered yet.";
    const index = parts.reduce((all, { options }, i) => all * options.length + chosen[i], 0);
    return sentences[verdicts[index]];
  }
  function formatGeneral(value, digits) {
    const exact = value.toPrecision(digits + 20);
    const down = exact.replace(/([02468]\.?)5(?=\.?0{19}(e|$))/, (_, even) => `${even}4`);
    const rounded = Number(Number(down).toPrecision(digits));
    const power = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded)));
    return power < -4 || power >= digits ? rounded.toExponential().replace(/e([-+])(\d)$/, "e$10$2") : `${rounded}`;
  }
  function formatApart(number, other) {
    let digits = 4;
    while (formatGeneral(number, digits) === formatGeneral(other, digits)) digits += 1;
    return formatGeneral(number, digits);
  }
  function nameCell({ rows, columns }, i) {
    const column = `in column “${columns[i % columns.length]}”`;
    return rows.length > 1 ? `in row “${rows[Math.floor(i / columns.length)]}”, ${column.slice(3)}` : column;
  }
  function judgeTable(table, given) {
    const { painted, known } = table;
    const empty = painted ? [] : [...given.keys()].filter((i) => !String(given[i]).trim());
    if (painted ? !given.includes(true) : empty.length === given.length) return "not answered yet.";
    if (empty.length) return `a number is missing ${nameCell(table, empty[0])}.`;
    const values = [];
    for (const [i, one] of given.entries()) {
      const read = typeof one === "string" ? readNumber(one) : { value: Number(one) };
      if ("refused" in read) return `${nameCell(table, i)}: ${read.refused}.`;
      values.push(read.value);
    }
    const wrongIn = (entries) => [...entries.keys()].filter(
      (i) => Math.abs(values[i] - entries[i]) > 1e-9 + 1e-6 * Math.abs(entries[i])
    );
    const same = known.find(([entries]) => !wrongIn(entries).length);
    if (same) return same[1];
    const right = known[0][0];
    const [first, ...others] = wrongIn(right);
    const things = painted ? "cells" : "numbers";
    const [wrong, all] = [1 + others.length, right.length];
    const count = wrong === all ? `all ${all} ${things} are` : `${wrong} of the ${all} ${things} ${others.length ? "are" : "is"}`;
    const gave = painted ? `${given[first] ? "you painted it" : "you left it blank"}` : `you gave ${formatApart(values[first], right[first])}`;
    const which = `${others.length ? "the first " : ""}${nameCell(table, first)}`;
    return `not yet: ${count} wrong, ${which}: ${gave}.`;
  }
  function judgeLetters(typed) {
    const text = typed.replace(/\s/g, "").toLowerCase();
    if (!/^[a-p]{32}$/.test(text)) return "give 32 letters, a to p";
    const periods = [...Array(13).keys()].map((i) => i + 4);
    const period = periods.find((p) => text.slice(p) === text.slice(0, -p));
    if (!period) return "the letters must repeat a block of 4 to 16 letters to the end";
    const asked = [...Array(31).keys()].filter((i) => i >= period);
    const lucky = asked.filter((i) => i >= 7 && text[i - 7] === text[i + 1]);
    if (lucky.length === asked.length)
      return "here the letter seven positions back is always the next one";
    return lucky.length ? `at position ${lucky[0]} the letter seven positions back happens to be the next one` : null;
  }
  function judgeWritten(typed) {
    const weights = [0.6, 0.3, 0.1];
    const written = typed.map((text) => readPair(text) ?? []);
    const sizes = written.map((row, i) => Math.hypot(...row.map((x2) => weights[i] * x2)));
    if (Math.min(...sizes) < 1e-6) return "each key writes something";
    if (!(sizes[0] < sizes[1] && sizes[1] < sizes[2])) {
      const shown = sizes.map((size) => formatGeneral(size, 4)).join(", ");
      return `the sizes must grow from the first key to the last; they are ${shown}`;
    }
    const total = [0, 1].map((x2) => weights.reduce((sum, w, i) => sum + w * written[i][x2], 0));
    if (Math.hypot(...total) <= 1e-3 * sizes[2]) return null;
    const [x, y] = total.map((x2) => formatGeneral(Number(x2.toFixed(6)) + 0, 3));
    return `the terms must add up to (0, 0); they add up to (${x}, ${y})`;
  }
  var JUDGES = {
    "circuit.2": { judge: ([text]) => judgeLetters(text) },
    "reading_weights.2": {
      reads: readPair,
      such: "two finite numbers, such as (1.5, 0)",
      judge: judgeWritten
    }
  };
  function judgeTexts({ name, texts: labels }, texts) {
    if (!texts.some((text) => text.trim())) return "not answered yet.";
    const { reads, such, judge } = JUDGES[name];
    const strange = reads ? texts.findIndex((text) => !reads(text)) : -1;
    if (strange >= 0) return `${labels[strange].split(":")[0]}: give ${such}.`;
    const sentence = judge(texts);
    return sentence ? `not yet: ${sentence}.` : "correct.";
  }

  // src/page/vote.js
  var QUESTION = "Decide before you read on.";
  var ANSWER = "What you decided.";
  function findQuote(start) {
    const quotes = document.querySelectorAll(".bd-article blockquote");
    return [...quotes].find(
      (quote) => quote.querySelector("p > strong:first-child")?.textContent === start
    );
  }
  function addVote() {
    const [question, answer] = [findQuote(QUESTION), findQuote(ANSWER)];
    const list = question?.querySelector("ul");
    if (!question || !list || !answer) return;
    const choice = makeStore(`vote ${location.pathname.split("/").pop()}`);
    const answers = [...answer.querySelectorAll("li")];
    const inputs = [...list.children].map(
      (option) => make("input", { type: "radio", name: "vote", value: option.textContent?.trim() })
    );
    const labels = [...list.children].map(
      (option, i) => make("label", {}, inputs[i], make("span", {}, ...option.firstChild?.childNodes ?? []))
    );
    const status = make("span", { role: "status" });
    const clear = make("button", { type: "button", textContent: "Take it back" });
    const more = make("button", { type: "button" });
    const legend = make("legend", { className: "visually-hidden", textContent: "Your vote" });
    const vote = make("fieldset", { className: "vote" }, legend, ...labels);
    list.replaceWith(vote);
    vote.after(make("p", { className: "vote-noted" }, status, clear));
    answers.at(-1)?.parentElement?.after(make("p", { className: "vote-noted" }, more));
    const right = answers.findIndex((item) => /^[^:]+: right\b/.test(item.textContent?.trim() ?? ""));
    let all = false;
    const show = () => {
      const chosen = inputs.findIndex((input) => input.checked);
      status.textContent = chosen < 0 ? "" : "Noted, in this browser alone. The answer comes below.";
      clear.hidden = chosen < 0;
      more.hidden = chosen < 0 || answers.length === (chosen === right ? 1 : 2);
      more.textContent = all ? "Show less" : "The other answers";
      more.ariaExpanded = String(all);
      answers.forEach((item, i) => {
        item.classList.toggle("chosen", i === chosen);
        item.hidden = chosen >= 0 && i !== chosen && i !== right && !all;
      });
    };
    const before = choice.get();
    for (const input of inputs) {
      input.checked = input.value === before;
      input.addEventListener("change", () => {
        choice.set(input.value);
        show();
      });
    }
    clear.addEventListener("click", () => {
      for (const input of inputs) input.checked = false;
      choice.set(null);
      show();
      inputs[0].focus();
    });
    more.addEventListener("click", () => {
      all = !all;
      show();
    });
    show();
  }

  // src/page/exercises.js
  function addAnswer(exercise, cell) {
    const { name, label = "", numbers, parts, table, texts } = exercise;
    const choices = (
      /** @type {ChoiceExercise} */
      exercise
    );
    const grid = (
      /** @type {TableExercise} */
      exercise
    );
    const fields = { name, texts: texts ?? [label] };
    const store = makeStore(`answer ${name}`);
    const verdict = make("p", { role: "status", className: "verdict" });
    const wipe = () => {
      verdict.textContent = "";
    };
    const rows = parts ? parts.map((part, i) => makePart(part, `${name} ${i}`, wipe)) : table ? [makeTable(grid, wipe)] : fields.texts.map((one) => makeTextField(one, wipe));
    const check = make("button", { type: "submit", textContent: "Check" });
    const clear = make("button", { type: "button", textContent: "Clear" });
    const buttons = make("p", { className: "vote-noted" }, check, clear);
    const form = make(
      "form",
      { className: "answer" },
      ...rows.map(({ row }) => row),
      buttons,
      verdict
    );
    form.ariaLabel = `Your answer to exercise ${name.split(".")[1]}`;
    const judge = () => {
      const given = rows.map(({ get }) => get());
      const text = parts ? judgeChoice(choices, given) : table ? judgeTable(grid, given[0]) : numbers ? judgeNumber(numbers, given[0]) : judgeTexts(fields, given);
      verdict.textContent = text;
      verdict.classList.toggle("right", text.startsWith("correct"));
      verdict.classList.toggle("wrong", text.startsWith("not yet"));
      return given;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      store.set(JSON.stringify(judge()));
    });
    clear.addEventListener("click", () => {
      for (const { set } of rows) set(parts ? -1 : "");
      wipe();
      store.set(null);
    });
    const before = store.read((given) => fits(exercise, rows.length, given));
    if (before) {
      for (const [i, { set }] of rows.entries()) set(before[i]);
      judge();
    }
    const summary = exercise.code ? "In Python, on this page" : "In a notebook";
    const fold = make("details", {}, make("summary", { textContent: summary }));
    cell.before(form, fold);
    fold.append(cell);
  }
  function linkToNotebook() {
    const findLink = (selector) => document.querySelector(selector);
    const colab = findLink("a[href^='https://colab.research.google.com']");
    const notebook = findLink(".btn-download-source-button");
    const link = (href, textContent) => make("a", { href, textContent });
    const file = link(notebook?.href, colab ? "download the notebook" : "Download the notebook");
    Object.assign(file, { download: "", target: "_blank" });
    const where = colab ? [link(colab.href, "Open it in Colab"), ", or ", file] : [file];
    const how = link("intro.html#run-it", "how to run it");
    const start = "This one is answered in Python. ";
    return make("p", { className: "in-python" }, start, ...where, "; here is ", how, ".");
  }
  function addAnswers() {
    const data = document.querySelector("#exercise-data");
    const cells = [...document.querySelectorAll(".bd-article div.cell")];
    const exercises = JSON.parse(data?.textContent ?? "[]");
    for (const exercise of exercises) {
      const unanswered = `Exercise ${exercise.name}: not answered yet.`;
      const cell = cells.find(
        (one) => one.querySelector(".output")?.textContent?.includes(unanswered)
      );
      if (!cell) throw new Error(`no cell prints “${unanswered}”`);
      const { code, numbers, parts, table, texts } = exercise;
      const withoutCode = parts || numbers || table || texts;
      if (withoutCode) addAnswer(exercise, cell);
      if (code) addCode(exercise, cell);
      if (!withoutCode && !code) cell.before(linkToNotebook());
    }
  }
  document.addEventListener("DOMContentLoaded", () => {
    addVote();
    addAnswers();
  });

  // src/page/present.js
  var TEXT_INPUTS = (
    // elements in which the letter p is text
    "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]"
  );
  var SECTION = ":is(article#text, section) > section";
  function showExercise() {
    const number = new URLSearchParams(location.search).get("exercise");
    const sections = document.querySelectorAll(SECTION);
    const section = [...sections].find(({ id }) => id.startsWith(`exercise-${number}-`));
    if (!section) return false;
    document.documentElement.dataset.presenting = "";
    document.documentElement.dataset.exercise = "";
    section.dataset.presented = "";
    for (const summary of section.querySelectorAll(".cell details.hide > summary"))
      if (/^One solution\b/.test(summary.textContent.trim()))
        summary.closest(".cell")?.setAttribute("data-solution", "");
    const href = `${location.pathname}#${section.id}`;
    const link = make("a", { href, textContent: "This exercise in its chapter" });
    section.append(make("p", { className: "to-chapter" }, link));
    return true;
  }
  function makeKeyButton(name, icon, key, press) {
    const [button, sign] = [document.createElement("button"), document.createElement("i")];
    sign.className = `fa-solid ${icon}`;
    button.append(sign);
    button.type = "button";
    button.className = "btn btn-sm pst-navbar-icon";
    button.title = `${name} (${key})`;
    button.ariaLabel = name;
    button.setAttribute("aria-keyshortcuts", key);
    button.addEventListener("click", press);
    return button;
  }
  function present() {
    const root = document.documentElement;
    const header = document.querySelector(".bd-header-article");
    const found = document.querySelectorAll(SECTION);
    const sections = [...found];
    if (!header || sections.length === 0) return;
    const parts = (section) => [...section.children].filter((part) => part.localName !== "section");
    const steps = [];
    let opened = [];
    for (const section of sections) {
      opened.push(section);
      const bare = parts(section).every((part) => /^h\d$/.test(part.localName));
      if (bare && section.querySelector(":scope > section")) continue;
      steps.push(opened);
      opened = [];
    }
    const quotes = [QUESTION, ANSWER].map(findQuote).filter((quote) => quote !== void 0);
    const reveal = () => quotes.map((quote) => quote.removeAttribute("data-waits"));
    for (const summary of document.querySelectorAll("article .cell details.hide > summary"))
      if (/^imports\b/.test(summary.textContent.trim()))
        summary.closest(".cell")?.setAttribute("data-imports", "");
    let current = 0;
    let saved = null;
    const toggle = makeKeyButton("Present", "fa-person-chalkboard", "p", () => change());
    const status = Object.assign(document.createElement("span"), { role: "status" });
    const bar = Object.assign(document.createElement("div"), { className: "steps" });
    bar.append(
      makeKeyButton("Back", "fa-chevron-left", "PageUp", () => turn(-1)),
      status,
      makeKeyButton("Next", "fa-chevron-right", "PageDown", () => turn(1))
    );
    toggle.ariaPressed = "false";
    header.querySelector(".article-header-buttons")?.prepend(toggle);
    header.querySelector(".header-article-items__start")?.append(bar);
    const edge = () => header.getBoundingClientRect().bottom;
    const room = () => Math.max(100, innerHeight - edge());
    const lines = () => 2.5 * Number.parseFloat(getComputedStyle(root).fontSize);
    const scroll = (top) => scrollTo({ top, behavior: "instant" });
    const measure = (part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return { part, top: top - edge(), bottom: bottom - edge() };
    };
    const boxes = (all) => all.map(measure).filter(({ top, bottom }) => bottom > top);
    const seen = (step) => boxes(step.flatMap(parts));
    function findVisibleStep() {
      const starts = steps.map((step2) => seen(step2)[0]?.top ?? Number.POSITIVE_INFINITY);
      const begins = starts.findIndex((top) => top > -lines() && top < room() / 2);
      if (begins >= 0) return { step: begins, part: parts(steps[begins][0])[0] };
      const step = Math.max(
        0,
        starts.findLastIndex((top) => top <= 0)
      );
      return { step, part: seen(steps[step]).find(({ bottom }) => bottom > lines() / 2)?.part };
    }
    function scrollStops() {
      const all = seen(steps[current]).flatMap((box) => {
        const long = box.bottom - box.top > room() && box.part.matches("div.cell");
        return long ? boxes([...box.part.children]) : [box];
      });
      const stops = [0];
      const end = all[all.length - 1].bottom + scrollY;
      for (let from = 0; end > from + room(); stops.push(from)) {
        const far = from + room();
        const top = (box) => box.top + scrollY - lines() / 4;
        const isCut = (box) => box.bottom + scrollY > far;
        let cut = all.find(isCut);
        while (cut && top(cut) < from + room() / 4) cut = boxes([...cut.part.children]).find(isCut);
        from = cut ? Math.min(top(cut), far) : far - Math.min(lines(), room() / 2);
      }
      return stops;
    }
    function show(step, focus) {
      current = step;
      for (const section of sections)
        section.toggleAttribute("data-presented", steps[current].includes(section));
      root.dataset.presenting = current === steps.length - 1 ? "last" : "";
      const heading = steps[current][0].querySelector(":scope > :is(h1, h2, h3, h4)");
      const title = document.createElement("span");
      title.className = "visually-hidden";
      status.replaceChildren(`${current + 1} of ${steps.length}`, title);
      if (!heading) return;
      if (!focus) {
        title.textContent = `: ${heading.textContent.replace(/#$/, "")}`;
        return;
      }
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
    }
    function scrollToPart(part) {
      const first = saved && part === parts(steps[current][0])[0];
      if (part) scroll(first ? 0 : scrollY + measure(part).top - lines() / 4);
    }
    const setAddress = () => history.replaceState(history.state, "", `#${steps[current][0].id}`);
    function turn(direction) {
      const ended = (seen(steps[current]).at(-1)?.bottom ?? 0) < room() + 1;
      const onward = ended ? [] : scrollStops().filter((stop) => stop > scrollY + 1);
      const back = scrollStops().filter((stop) => stop < scrollY - 1);
      const next = direction > 0 ? onward[0] : back.at(-1);
      const waiting = quotes.find((quote) => quote.matches("[data-presented] > [data-waits]"));
      if (next !== void 0) scroll(next);
      else if (direction > 0 && waiting) {
        waiting.removeAttribute("data-waits");
        scrollToPart(waiting);
      } else if (steps[current + direction]) {
        show(current + direction, !bar.contains(document.activeElement));
        scroll(direction < 0 ? scrollStops().at(-1) ?? 0 : 0);
        setAddress();
      }
    }
    function tryStorage(action) {
      try {
        return action(sessionStorage);
      } catch {
        return null;
      }
    }
    function change() {
      const { step, part } = findVisibleStep();
      const active = document.activeElement;
      const now = `${current} ${scrollY}`;
      if (saved) {
        const { folds, from, shown } = saved;
        saved = null;
        for (const [fold, open] of folds) fold.open = open;
        delete root.dataset.presenting;
        reveal();
        for (const section of sections) section.removeAttribute("data-presented");
        if (bar.contains(active)) toggle.focus();
        if (now === shown) {
          scroll(from);
          requestAnimationFrame(() => requestAnimationFrame(() => scroll(from)));
        } else scrollToPart(part);
        tryStorage((storage) => storage.removeItem("presenting"));
      } else {
        const all = document.querySelectorAll("article details");
        const folds = [...all].filter((fold) => !fold.closest(".mha")).map((fold) => [fold, fold.open]);
        saved = { folds, from: scrollY };
        for (const quote of quotes)
          quote.toggleAttribute("data-waits", measure(quote).top > room() / 2);
        for (const [fold] of folds) fold.open = false;
        show(step, active !== toggle && !steps[step].some((section) => section.contains(active)));
        scrollToPart(part);
        const vote = quotes[0];
        const cut = vote && measure(vote).top > 0 && measure(vote).bottom > room();
        if (cut && vote !== part) vote.dataset.waits = "";
        saved.shown = `${current} ${scrollY}`;
        setAddress();
        tryStorage((storage) => storage.setItem("presenting", "yes"));
      }
      toggle.ariaPressed = String(saved !== null);
    }
    function follow() {
      const target = document.getElementById(location.hash.slice(1));
      const section = target?.closest(SECTION);
      const step = steps.findIndex((one) => one.some((other) => other === section));
      if (!target || step < 0) return;
      const contents = document.querySelector("dialog[open]");
      contents?.close();
      show(step, true);
      if (!target.checkVisibility()) reveal();
      if (target === steps[step][0]) scroll(0);
      else target.scrollIntoView({ behavior: "instant" });
    }
    addEventListener("hashchange", () => saved && follow());
    const press = (event) => {
      const { key } = event;
      const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
      if (modified || document.querySelector("dialog[open]")) return;
      const inText = event.target instanceof Element && event.target.closest(TEXT_INPUTS);
      const letter = /^p$/i.test(key) && !event.repeat && !inText;
      if (letter || saved && key === "Escape") change();
      if (!saved || !/^Page(Down|Up)$/.test(key)) return;
      event.preventDefault();
      turn(key === "PageDown" ? 1 : -1);
    };
    addEventListener("keydown", press, true);
    document.addEventListener("DOMContentLoaded", () => {
      if (!tryStorage((storage) => storage.getItem("presenting"))) return;
      const address = location.hash;
      change();
      if (address) {
        history.replaceState(history.state, "", address);
        follow();
      }
    });
  }
  if (!showExercise()) present();

  // src/page/filter.js
  var LONG = 20;
  var VERY_LONG = 60;
  var OPEN_ENTRIES = 5;
  var wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  function foldGroup(group) {
    const rest = [...group.querySelectorAll("li")].slice(OPEN_ENTRIES);
    if (rest.length < 2) return null;
    const fold = document.createElement("details");
    const summary = document.createElement("summary");
    const list = document.createElement("ul");
    fold.className = "more";
    const ofGroup = document.createElement("span");
    ofGroup.className = "visually-hidden";
    ofGroup.textContent = `: ${group.querySelector("a")?.textContent}`;
    summary.append(`${rest.length} more`, ofGroup);
    list.append(...rest);
    fold.append(summary, list);
    group.append(fold);
    return fold;
  }
  function addFilter(contents) {
    const items = [...contents.querySelectorAll("li")];
    const groups = items.filter((item) => item.querySelector("ul"));
    const entries = items.filter((item) => !groups.includes(item)).map((item) => {
      const id = decodeURIComponent(item.querySelector("a")?.hash.slice(1) ?? "");
      const section = document.getElementById(id)?.closest("section");
      return { item, text: wordsOf(section?.textContent ?? "").join(" ") };
    });
    if (entries.length < LONG) return;
    const folded = entries.length < VERY_LONG ? [] : groups.slice(1);
    const folds = folded.flatMap((group) => foldGroup(group) ?? []);
    const label = document.createElement("label");
    const box = document.createElement("input");
    const found = document.createElement("span");
    label.className = "filter";
    label.append("Show only those with ", box, found);
    box.type = "search";
    found.setAttribute("role", "status");
    box.addEventListener("input", () => {
      const typed = wordsOf(box.value).map((word) => word.replace(/(?<=..[^s])s$/, ""));
      const known = (word) => !/^\d/.test(word) && entries.some(({ text }) => text.includes(word));
      const wanted = typed.filter(known);
      const counts = entries.map(({ text }) => wanted.filter((word) => text.includes(word)).length);
      const most = typed.length > 0 ? Math.max(1, ...counts) : 0;
      entries.forEach(({ item }, i) => {
        item.hidden = counts[i] < most;
      });
      for (const fold of folds) {
        fold.open = typed.length > 0;
        fold.classList.toggle("all", typed.length > 0);
      }
      for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
      const shown = entries.filter(({ item }) => !item.hidden).length;
      found.textContent = typed.length > 0 ? ` ${shown} of ${entries.length}` : "";
    });
    contents.querySelector(".topic-title")?.after(label);
  }
  for (const contents of document.querySelectorAll("nav.contents")) addFilter(contents);
  var SHOWN_FAMILIES = 8;
  var NAMES = /^[\w.-]+(?:,\s+[\w.-]+)*$/;
  function familiesIn(fold) {
    const verdict = (fold.querySelector("summary")?.textContent ?? "").replace(/: \d+$/, "");
    const lists = [...fold.querySelectorAll("li, :scope > p")].map((node) => {
      const text = node.textContent.trim();
      const [, before, after] = /^(.*): (.*)$/s.exec(text) ?? ["", "", text];
      if (NAMES.test(after))
        return { names: after, says: before ? `${verdict}: ${before}` : verdict };
      const [, name, rest] = /^([\w.-]+): (.*)$/s.exec(text) ?? ["", "", ""];
      return { names: name, says: `${verdict}: ${rest}` };
    });
    return lists.flatMap(
      ({ names, says }) => names.split(/,\s+/).filter(Boolean).map((name) => ({ name, verdict: says }))
    );
  }
  function addFamilySearch(section) {
    const folds = [...section.querySelectorAll("details")];
    const families2 = folds.flatMap(familiesIn);
    const label = document.createElement("label");
    const box = document.createElement("input");
    const found = document.createElement("div");
    label.className = "filter";
    label.append("Your model_type ", box);
    box.type = "search";
    box.placeholder = "qwen3";
    found.setAttribute("role", "status");
    box.addEventListener("input", () => {
      const typed = box.value.trim().toLowerCase().replace(/[\s_-]+/g, "");
      const matches = families2.filter(({ name }) => name.replace(/[_-]/g, "").includes(typed));
      matches.sort((a, b) => a.name.length - b.name.length);
      found.replaceChildren();
      if (typed === "") return;
      for (const { name, verdict } of matches.slice(0, SHOWN_FAMILIES)) {
        const line = document.createElement("p");
        const bold = document.createElement("strong");
        bold.textContent = name;
        line.append(bold, ` ${verdict}`);
        found.append(line);
      }
      const more = matches.length - SHOWN_FAMILIES;
      if (more > 0) found.append(`and ${more} more`);
      if (matches.length === 0) found.append("No family's name contains this.");
    });
    folds[0].before(label, found);
  }
  var families = document.getElementById("is-your-model-among-them");
  if (families) addFamilySearch(families);
})();
