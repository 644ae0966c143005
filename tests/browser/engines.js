// In the head of every page that is tried in the engines: records errors, and acts like a reader.
// `tried.page` moves every control of every widget, copies links, answers the exercises in Python and
// presents the page. What it returns must be the same in every engine.

const tried = (() => {
  const errors = [];
  const { error } = console;
  console.error = (...what) => {
    errors.push(what.join(" "));
    error(...what);
  };
  // Engines report that sizes changed while observers were told of sizes, but no reader sees it. On a
  // page from a file, WebKit hides what any error says. So there, an error right after an observer's
  // callback is taken for this one, and what the callback itself throws is recorded before.
  let observed = false;
  const Observer = ResizeObserver;
  window.ResizeObserver = class extends Observer {
    constructor(callback) {
      super((...given) => {
        observed = true;
        setTimeout(() => {
          observed = false;
        });
        try {
          callback(...given);
        } catch (error) {
          errors.push(`${error}`);
        }
      });
    }
  };
  const isLoop = (message) =>
    /^ResizeObserver loop/.test(message) || (observed && message === "Script error.");
  // An event of an element that could not be loaded does not bubble.
  const failed = ({ message, target }) => {
    if (!isLoop(message)) errors.push(message ?? `not loaded: ${target.outerHTML}`);
  };
  addEventListener("error", failed, true);
  addEventListener("unhandledrejection", ({ reason }) => errors.push(`rejected: ${reason}`));
  // So that a link is shown in a field, because no engine lets a script read the clipboard.
  Object.defineProperty(navigator, "clipboard", { value: undefined });

  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const until = async (holds, what) => {
    for (const end = Date.now() + 60_000; !holds(); ) {
      if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const ready = () =>
    until(
      () =>
        document.readyState === "complete" &&
        all("[data-mha]").every((place) => place.querySelector(".mha:not([aria-busy=true])")),
      "the page is there, its widgets too, and nothing is busy",
    );
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const settle = async () => {
    await drawn();
    await ready();
  };
  const fire = (node, ...events) => {
    for (const event of events) node.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const strike = (node, key) =>
    node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const unfold = (what) => {
    for (const fold of all(`details:has(${what}):not(.mha details)`)) fold.open = true;
  };

  const isSeen = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 0 && height > 0 && node.checkVisibility({ visibilityProperty: true });
  };
  const textOf = ({ childNodes }) =>
    [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "")).join("");
  // A map's mean red, green, blue and opacity, from 0 to 1.
  const colors = (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const sums = [0, 0, 0, 0];
    for (let i = 0; i < data.length; i++) sums[i % 4] += data[i];
    return sums.map((sum) => sum / 255 / (width * height));
  };
  // Rounding errors, such as 1.4e−16, are each engine's own.
  const written = (node) => textOf(node).replace(/\d(\.\d+)?e−\d\d/g, "0").trim();
  // What of a widget is visible: texts, controls and maps, and the maps' colors. Sizes are left out,
  // because engines disagree on those of empty elements and flat shapes.
  const look = (widget) => {
    const seen = all("*:not(option)", widget).filter(isSeen);
    const shown = seen.filter((node) => written(node) || node.matches("canvas, svg, button, input"));
    return {
      elements: shown.map((node) => `${node.localName} ${written(node)}`.trim()),
      colors: seen.filter((node) => node.localName === "canvas").map(colors),
    };
  };

  const CONTROLS =
    "input, select, textarea, button, summary, .mha-picture, [tabindex='0']:not([role=region])";
  // Of many buttons of a kind, or matrices of a drawing, only the first and the last are used.
  const kind = ({ className, parentElement }) =>
    [className, parentElement.localName, parentElement.className].join();
  const isEnd = (control, _, controls) => {
    const sameKind = controls.filter(
      (one) => /^(button|g)$/.test(one.localName) && kind(one) === kind(control),
    );
    return sameKind.length < 5 || control === sameKind[0] || control === sameKind.at(-1);
  };
  // The actions on a control: moving it to both ends, typing, a click, a touch, keys.
  const moves = (control) => {
    const { localName, max, min, options, type, value } = control;
    const set = (given, ...events) => {
      control.value = given;
      fire(control, ...events);
    };
    if (type === "range") return [max, min].map((end) => () => set(end, "input", "change"));
    if (localName === "select")
      return [options[options.length - 1], options[0]].map((one) => () => set(one.value, "change"));
    if (localName === "textarea" || type === "text")
      return [[...value].reverse().join(""), "?", value].map((text) => () => set(text, "input"));
    if (type === "checkbox") return [() => control.click(), () => control.click()];
    if (/^(button|summary|input)$/.test(localName)) return [() => control.click()];
    if (!control.matches(".mha-picture"))
      return ["End", "ArrowDown", "ArrowRight", "Home"].map((key) => () => strike(control, key));
    const { x, y, width, height } = control.getBoundingClientRect();
    const at = { clientX: x + 0.37 * width, clientY: y + 0.37 * height, bubbles: true };
    return [() => control.dispatchEvent(new PointerEvent("pointerdown", at))];
  };
  const drive = async (widget, most) => {
    const steps = [];
    const note = async (what) => {
      await settle();
      steps.push([what, widget.stateForTests()]);
    };
    await note("at the start");
    const looks = [look(widget)];
    const controls = all(CONTROLS, widget).filter((control) => !control.closest(".mha-link"));
    for (const control of controls.filter(isEnd).slice(0, most)) {
      const name = control.ariaLabel || control.labels?.[0]?.textContent || control.textContent;
      const count = moves(control).length;
      for (let i = 0; i < count; i++) {
        if (!control.isConnected || control.disabled || !isSeen(control)) break;
        moves(control)[i]();
        await note(name || control.className);
      }
    }
    // The labels of a map that was just added appear when its width is known, a frame later.
    for (let frame = 0; frame < 2; frame++) await drawn();
    looks.push(look(widget));
    widget.querySelector(".mha-link button")?.click();
    await settle();
    const link = widget.querySelector(".mha-link input")?.value;
    const copied = widget.querySelector(".mha-link output")?.textContent;
    return { name: widget.ariaLabel, steps, looks, link, copied };
  };

  // The verdict of the page's Python on each code, typed into the editor.
  const answer = async (number, codes) => {
    const form = all("form.code").find((one) => one.ariaLabel.endsWith(` ${number}`));
    const [said, verdict] = [[], form.querySelector(".verdict")];
    const field = form.querySelector("textarea");
    field.focus();
    fire(field, "focus"); // a window in the background may have no focus event
    await until(() => form.querySelector(".cm-content"), "an editor");
    for (const code of codes) {
      form.querySelector(".cm-content").focus();
      document.execCommand("selectAll");
      document.execCommand("insertText", false, code);
      form.querySelector("[type=submit]").click();
      await until(() => !["", "running …"].includes(verdict.textContent), `exercise ${number}`);
      said.push(verdict.textContent);
    }
    return said;
  };

  // Whether presenting begins and ends, by the presenter's keys. If `sections`, also the first two
  // steps, and the page after leaving them.
  const present = async (sections) => {
    const status = document.querySelector(".steps [role=status]");
    if (!status) return null;
    const look = () => [
      "presenting" in document.documentElement.dataset,
      status.textContent.split(":")[0],
      all("article :is(h1, h2, h3)").filter(isSeen).map(textOf),
    ];
    const looks = [];
    const press = async (key) => {
      strike(document.body, key);
      await settle();
      looks.push(look());
    };
    scrollTo({ top: 0, behavior: "instant" });
    for (const key of ["p", "Escape"]) await press(key);
    if (!sections) return looks;
    await press("p");
    const [first] = looks;
    await press("PageDown"); // a screen further, where the first step is longer than a screen
    while (looks.at(-1)[1] === first[1] && looks.length < 50) {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      await press("PageDown");
    }
    await press("Escape");
    return [...looks.slice(0, 3), ...looks.slice(-2)];
  };

  const json = (value) =>
    JSON.stringify(value, (_, part) => {
      if (ArrayBuffer.isView(part)) return [...part];
      return typeof part === "number" && !Number.isFinite(part) ? `${part}` : part;
    });
  return {
    // Moves at most `controls` controls of each widget, all if left out.
    async page(answers, { controls, sections }) {
      await ready();
      unfold(".mha, form.code");
      const widgets = [];
      for (const widget of all(".mha")) widgets.push(await drive(widget, controls));
      const verdicts = {};
      for (const [number, codes] of Object.entries(answers))
        verdicts[number] = await answer(number, codes);
      const presented = await present(sections);
      return json({ widgets, verdicts, presented, errors });
    },
    // The widget that a link has led to.
    async linked(index) {
      await ready();
      const widget = all(".mha")[index];
      const refused = widget.querySelector(".mha-refused").textContent;
      return json({ state: widget.stateForTests(), refused, errors });
    },
  };
})();
