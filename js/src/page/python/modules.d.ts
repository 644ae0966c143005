declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  interface MicroPython {
    _module: Parameters<typeof import("../micropython/kernels.js").makeKernels>[0];
    FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
    globals: { get(name: string): string; set(name: string, value: string): void };
    registerJsModule(name: string, module: object): void;
    runPython(code: string): void;
    pyimport(name: string): {
      run_json(code: string, exercise: string, valid: boolean): string;
    };
  }
  export function loadMicroPython(options?: object): Promise<MicroPython>;
}

declare module "*.py" {
  const text: string;
  export default text;
}
