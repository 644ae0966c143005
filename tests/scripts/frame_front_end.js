async ([module, state]) => {
    const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const heard = [];
    window.saved = 0;
    window.model = {
        get: (name) => state[name],
        set: (name, value) => { state[name] = value; model.fire(name); },
        on: (event, hear) => heard.push([event, hear]),
        off: (event, hear) =>
            heard.splice(heard.findIndex((h) => h[0] === event && h[1] === hear), 1),
        save_changes: () => window.saved++,
        fire: (name) => {
            for (const [event, hear] of heard) if (event === `change:${name}`) hear();
        },
        heard,
    };
    const el = document.createElement("div");
    document.querySelector("main").append(el);
    window.leave = widget.render({ model, el });
}
