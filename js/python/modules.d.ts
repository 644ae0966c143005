declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export function loadMicroPython(options: object): Promise<any>;
}

declare module "*.py" {
  const text: string;
  export default text;
}
