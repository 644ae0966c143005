(async () => {
    const until = async (holds) => {
        for (const end = Date.now() + 60_000; !holds(); ) {
            if (Date.now() > end) throw new Error("not within a minute");
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    };
    await until(() => document.querySelector(".mha-chips button"));
    const widget = document.querySelector(".mha");
    const drawn = DRAWN;
    const press = async (name) => {
        await drawn();
        [...widget.querySelectorAll("button")].find((one) => one.textContent.startsWith(name)).click();
        await drawn();
    };
    const choose = async (head) => {
        const [l, h] = [Math.floor(head / 12), head % 12];
        [...widget.querySelectorAll(".mha-overview button")]
            .find((one) => one.title.startsWith(`layer ${l}, head ${h}`))
            .click();
        await drawn();
    };
    const seen = () => ({
        ...widget.stateForTests(),
        said: widget.querySelector(".mha-sentences").textContent,
        table: widget.querySelector(".mha-comparison tbody").textContent,
    });
    await press("Load the model");
    await until(() => widget.stateForTests().loaded);
    const first = OFF[0];
    await choose(first);
    const whole = seen();
    for (const head of OFF) {
        await choose(head);
        await press("switch this head off");
    }
    await choose(first);
    const off = seen();
    await press("all on");
    return JSON.stringify({ whole, off, again: seen() });
})()
