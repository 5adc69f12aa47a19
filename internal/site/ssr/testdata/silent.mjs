export const render = () => "set on the module instead of globalThis";
