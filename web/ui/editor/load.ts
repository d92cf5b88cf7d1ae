/** Monaco is 4 MB of script: it is fetched when the page has nothing better to do, or when an editor needs it. */
type Monaco = typeof import('./monaco.ts');

let loading: Promise<Monaco> | undefined;

/** The editor module, fetched once. Rejects when it cannot be fetched; the next call tries again. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import('./monaco.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
