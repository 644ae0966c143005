async ([module, state]) => {
    const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const heard = new Set();
    for (const target of [window, document]) {
        const { addEventListener: add, removeEventListener: remove } = target;
        target.addEventListener = (event, ...rest) => {
            heard.add(event);
            add.call(target, event, ...rest);
        };
        target.removeEventListener = (event, ...rest) => {
            heard.delete(event);
            remove.call(target, event, ...rest);
        };
    }
    const model = { get: (name) => state[name], set() {}, on() {}, off() {}, save_changes() {} };
    const leave = widget.render({ model, el: document.createElement("div"), link: "heads-abcdef" });
    const before = [...heard].sort();
    leave();
    return [before, [...heard]];
}
