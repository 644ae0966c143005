(chapters) => {
    const all = (what) => [...document.querySelectorAll(what)];
    const seen = (node) => node.checkVisibility({ visibilityProperty: true });
    // Content of a closed fold has no visible text.
    const text = (node) => node && (seen(node) ? node.innerText : node.textContent).trim();
    const named = (node) => node.ariaLabel || node.ariaLabelledByElements?.length;
    const kind = (pre) => (pre.closest(".cell_output") ? "output" : "code");
    const headings = all("h1, h2, h3, [role=heading]").filter(seen);
    const title = text(headings.find((heading) => heading.localName === "h1"));
    const nodes = {
        fold: all("summary").filter((fold) => !text(fold) === !fold.ariaLabel
            || /^(Hint|One solution)(?! to exercise \d)/.test(text(fold))),
        stop: all("[tabindex='0']:not(button, mjx-container)")
            .filter((stop) => !stop.role || !named(stop)),
        part: [...all("nav, dialog").filter((part) => !named(part)), ...all("nav [role=heading]")],
        landmark: all("header, footer, [role=banner]")
            .filter((part) => !part.closest("main") && seen(part) && !text(part)),
        row: all("table.table tbody tr").filter((row) => !row.querySelector("[scope=row]")),
        code: all(".highlight pre").filter((pre) => pre.ariaLabel !== kind(pre)),
        heading: [headings[0], all("#text :is(h1, button)")[0]]
            .filter((heading) => text(heading) !== title),
    };
    const current = all("[aria-current=page]").length;
    return [
        ...Object.entries(nodes).flatMap(([what, those]) =>
            those.map((node) => `this ${what} is not said: ${node?.outerHTML.slice(0, 90)}`)),
        ...(current === chapters ? [] : [`${current} links are called the current page`]),
    ];
}
