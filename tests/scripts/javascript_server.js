import { createInterface } from "node:readline";
import { finish } from "SLICES";
const plain = (_, value) => {
    if (ArrayBuffer.isView(value)) return [...value];
    return typeof value === "number" && !Number.isFinite(value) ? { number: `${value}` } : value;
};
for await (const line of createInterface({ input: process.stdin })) {
    const { module, body, values } = JSON.parse(line);
    let answer = {};
    try {
        const call = new Function("m", "finish", ...Object.keys(values), body);
        answer.value = await call(await import(module), finish, ...Object.values(values));
    } catch (error) {
        answer.error = error.stack;
    }
    console.log(JSON.stringify(answer, plain));
}
