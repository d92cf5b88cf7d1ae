/** The page that an exported recording is put into. It is fetched once, so that it is there when the relay no longer is. */

let loading: Promise<string> | undefined;

/** The text of the viewer's page. Rejects when it cannot be fetched; the next call tries again. */
export function viewerPage(): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<string> {
  // Not what another program on this port may have left in the browser's cache.
  const answer = await fetch('viewer.html', { cache: 'reload' });
  if (!answer.ok) throw new Error('no-viewer');
  return answer.text();
}
