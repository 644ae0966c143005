(html) => {
    document.querySelector("main").innerHTML = html;
    for (const old of document.querySelectorAll("main script")) {
        const script = document.createElement("script");
        for (const { name, value } of old.attributes) script.setAttribute(name, value);
        script.textContent = old.textContent;
        old.replaceWith(script);
    }
}
