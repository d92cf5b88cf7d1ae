/** Sends requests from the panels, as text, with ids that no other request has used. */
import { showIdKey, type IdKey } from '#shared/jsonrpc';
import { oneLine } from '../form/json-edit.ts';
import type { SessionView } from '../state/session-view.svelte.ts';

/** Ids given out here whose requests have not come back as events yet. */
const given = new WeakMap<SessionView, number>();

function nextId(view: SessionView): number {
  // The present counts, not what playback shows: an id must be new on the wire.
  const id = Math.max(view.log.state.nextId, (given.get(view) ?? 0) + 1);
  given.set(view, id);
  return id;
}

/** The JSON text as it may go on the wire of this session: on one line for stdio, where a line is a message. */
export function wireText(view: SessionView, json: string): string {
  return view.header.connection.transport === 'stdio' ? oneLine(json) : json;
}

/** Send a request whose `params` is this JSON text. Playback ends: the answer is news. */
export function sendRequest(view: SessionView, method: string, params: (id: number) => string | undefined): void {
  const id = nextId(view);
  const json = params(id);
  const member = json === undefined ? '' : `,"params":${json}`;
  view.playback.end();
  view.source.send(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${member}}`);
}

/** Take back a request (basic/utilities/cancellation). The id keeps its digits. */
export function sendCancel(view: SessionView, key: IdKey): void {
  view.source.send(
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${showIdKey(key)},"reason":"Cancelled by the user"}}`,
  );
}
