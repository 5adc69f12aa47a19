/** Scripts of other houses by address. One that runs cannot be taken back, only left behind by a new page. */
const loaded = new Map<string, Promise<void>>();

/** Loads the script of another house, once. One that did not come may be asked for again. */
export function loadScript(address: string): Promise<void> {
  const known = loaded.get(address);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loaded.delete(address);
      script.remove();
      reject(new Error(`the script ${address} could not be loaded`));
    };
    document.head.append(script);
  });
  loaded.set(address, loading);
  return loading;
}

/** Whether scripts of other houses run in this document. */
export const hasThirdPartyScripts = (): boolean => loaded.size > 0;
