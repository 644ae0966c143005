() => {
    const forced = matchMedia("(forced-colors: active)").matches;
    const drawn = ({ boxShadow, outlineStyle, outlineWidth }) =>
        (boxShadow !== "none" && !forced) || (outlineStyle !== "none" && outlineWidth !== "0px");
    const still = document.createElement("style");
    still.textContent = "* { transition: none !important; }";
    document.head.append(still);
    const [bare, counts] = [new Set(), {}];
    const stops = "a[href], button, summary, input, [tabindex='0']";
    for (const stop of document.querySelectorAll(stops)) {
        const name = `${stop.localName}.${stop.className}`;
        const kind = `${name} ${stop.parentElement.className}`;
        if (!stop.checkVisibility({ visibilityProperty: true })) continue;
        if ((counts[kind] = (counts[kind] ?? 0) + 1) > 3) continue;
        stop.focus({ focusVisible: true, preventScroll: true });
        const shown = [stop, stop.form, stop.querySelector(".toctree-toggle")].filter(Boolean);
        if (document.activeElement === stop && !shown.some((node) => drawn(getComputedStyle(node))))
            bare.add(name);
    }
    still.remove();
    return [...bare];
}
