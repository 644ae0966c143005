const said = [];
globalThis.python ??= m.startPython(undefined, files, (line) => globalThis.print(line));
return globalThis.python.then((run) => {
    globalThis.print = (line) => said.push(line);
    return codes.map((code) => ({ ...run(code, exercise), printed: said.splice(0) }));
});
