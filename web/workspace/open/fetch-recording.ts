/** Gets a recording from an address: one of this origin with the page's own rights, any other with none. */

/** Longest file (bytes) that is fetched. */
export const LONGEST_FETCH = 512 * 1024 * 1024;

export type Fetched =
  | { readonly type: 'file'; readonly file: Blob }
  | { readonly type: 'status'; readonly status: number }
  | { readonly type: 'too-large' }
  /** Nothing answered, or the browser may not read the answer; it does not say which. */
  | { readonly type: 'failed' };

/** Fetch a file. Redirects are not followed, as they could lead to another origin than was asked for. Never rejects. */
export async function fetchRecording(url: URL, ownOrigin: string): Promise<Fetched> {
  const own = url.origin === ownOrigin;
  try {
    const response = await fetch(url, {
      mode: own ? 'same-origin' : 'cors',
      credentials: own ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
    if (!response.ok) return { type: 'status', status: response.status };
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    const reader = response.body?.getReader();
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      length += piece.value.length;
      if (length > LONGEST_FETCH) {
        void reader?.cancel().catch(() => undefined);
        return { type: 'too-large' };
      }
      parts.push(piece.value);
    }
    return { type: 'file', file: new Blob(parts) };
  } catch {
    return { type: 'failed' };
  }
}
