/** Saving a session as a file, after saying which secrets it holds. */
import type { WireEvent } from '#shared/recording';
import type { SessionView } from '../state/session-view.svelte.ts';

const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|mcp-session-id)$/i;
const SECRET_QUERY = /[?&]((?:api[-_]?key|key|token|access[-_]?token|secret|password)=)/gi;

/** Places in a session where secrets usually stand, named once each: `Authorization header`, `api_key in the URL`. */
export function findSecrets(events: readonly WireEvent[]): string[] {
  const found = new Set<string>();
  for (const event of events) {
    if (event.k !== 'http') continue;
    for (const [name] of event.headers ?? []) if (SECRET_HEADERS.test(name)) found.add(name.toLowerCase());
    for (const [, query] of (event.url ?? '').matchAll(SECRET_QUERY)) found.add(`?${query ?? ''}…`);
  }
  return [...found];
}

/** A file name from the session's title and start. */
export function fileName(view: SessionView): string {
  const title =
    view.header.title
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'session';
  return `${title}-${view.header.startedAt.slice(0, 19).replace(/[:T]/g, '')}.mcprec`;
}

/** Hand the recording to the browser as a download. Rejects with a sentence when it cannot be had. */
export async function saveRecording(view: SessionView): Promise<string> {
  const blob = await view.source.recording();
  const name = fileName(view);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own reference by the time a minute has passed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
