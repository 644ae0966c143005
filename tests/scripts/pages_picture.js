(section) => {
    const shown = section.cloneNode(true);
    const controls = ".mha-control, input, select, textarea";
    for (const control of shown.querySelectorAll(controls)) control.remove();
    for (const node of shown.querySelectorAll("*"))
        for (const name of ["id", "for", "tabindex", "aria-pressed", "aria-checked"])
            node.removeAttribute(name);
    const canvases = [...section.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL());
    return canvases.join() + shown.innerHTML;
}
