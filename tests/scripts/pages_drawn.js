() => new Promise((resolve, reject) => {
    const late = performance.now() + 20_000;
    const look = () => {
        if (!document.querySelector(".mha[aria-busy=true]")) resolve();
        else if (performance.now() < late) setTimeout(look);
        else reject(new Error("a widget is still drawing after 20 seconds"));
    };
    requestAnimationFrame(() => setTimeout(look));
})
