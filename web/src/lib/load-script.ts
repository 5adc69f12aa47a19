/** The third-party scripts by URL. A script that runs can be removed by a page load only. */
const scripts = new Map<string, Promise<void>>();

/** Loads a third-party script once. A failed one can be loaded again. */
export function loadScript(url: string): Promise<void> {
  const known = scripts.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      scripts.delete(url);
      script.remove();
      reject(new Error(`load script ${url}: failed`));
    };
    document.head.append(script);
  });
  scripts.set(url, loading);
  return loading;
}

/** Whether this document has loaded third-party scripts. */
export const hasThirdPartyScripts = (): boolean => scripts.size > 0;
