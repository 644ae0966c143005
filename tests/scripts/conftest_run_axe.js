async ([within, runOnly]) => {
    const grounds = new Map();
    const ground = (node) => {
        if (!node) return "";
        if (!grounds.has(node)) {
            const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(node);
            const style = [backgroundColor, backgroundImage, opacity, position].join();
            const below = ground(node.parentElement);
            grounds.set(
                node, style === "rgba(0, 0, 0, 0),none,1,static" ? below : `${below}|${style}`
            );
        }
        return grounds.get(node);
    };
    const text = (node) => [...node.childNodes].some((child) =>
        child.nodeType === Node.TEXT_NODE && child.data.trim().length > 1);
    const [counts, chosen] = [{}, []];
    for (const node of document.querySelectorAll("body *")) {
        if (!(text(node) || node.matches("input, select")) || !node.checkVisibility()) continue;
        const { color, fontSize, fontWeight } = getComputedStyle(node);
        const off = node.closest(":disabled, [aria-disabled=true], [inert]") !== null;
        const look = [color, fontSize, fontWeight, node.className, off, ground(node)].join();
        counts[look] = (counts[look] ?? 0) + 1;
        if (counts[look] <= 3) chosen.push(node);
    }
    const code = [...document.querySelectorAll(".highlight pre, dt.sig")];
    const kept = code.map((place) => place.innerHTML);
    for (const node of chosen) node.dataset.measured = "";
    for (const place of code) {
        for (const word of place.querySelectorAll("span:not(:has(*), [data-measured])"))
            word.replaceWith(word.textContent);
        place.normalize();
    }
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-measured]" }] });
    try {
        const options = { runOnly, resultTypes: ["violations"], preload: false };
        return (await axe.run(within, options)).violations;
    } finally {
        code.forEach((place, i) => (place.innerHTML = kept[i]));
        for (const node of chosen) delete node.dataset.measured;
    }
}
