(async () => {
    const until = async (holds) => {
        for (const end = Date.now() + 60_000; !holds(); ) {
            if (Date.now() > end) throw new Error("not within a minute");
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    };
    const key = (node, key, more) => node.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    await until(() => document.readyState === "complete");
    const before = Boolean(globalThis.bookIndex);
    document.querySelector(".search-button__button").click();
    const dialog = document.querySelector("#pst-search-dialog");
    const input = dialog.querySelector("input");
    const status = dialog.querySelector("[role=status]");
    input.dispatchEvent(new Event("focus"));
    input.value = "weights dont sum to one";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => dialog.querySelector("[role=option]") && status.textContent);
    key(input, "ArrowDown");
    const options = [...dialog.querySelectorAll("[role=option]")];
    const shown = options.map((one) => [one.href.split("/book/")[1], one.innerText]);
    const [open, active] = [dialog.open, input.getAttribute("aria-activedescendant")];
    const colors = getComputedStyle(options[0]).backgroundColor !== "rgba(0, 0, 0, 0)";
    let led = null;
    options[0].addEventListener("click", (event) => {
        event.preventDefault();
        led = options[0].href;
    });
    key(input, "Enter");
    return JSON.stringify({ before, open, active, said: status.textContent, colors, shown, led });
})()
