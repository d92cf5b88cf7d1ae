/** Sends requests from the panels, as text, with ids that no other request has used. */
import { idKey, memberText, oneLine } from '#shared/jsonrpc';
import { DEFAULT_POLICY, requestText, type SendDetails } from '#shared/driver';
import type { Operation } from '#shared/session';
import { CLIENT } from '../base/client.ts';
import { selectWhenWritten } from './own-call.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';
import { exchangeWords } from './words/index.ts';

/** The last id given out here, whose request may not have come back as an event yet. */
const given = slot(() => ({ last: 0 }));

/** Why nothing can be sent; undefined when it can. */
export function cannotSend(view: SessionView): string | undefined {
  if (view.source.live) return undefined;
  return view.source.kind === 'file' ? exchangeWords.now.cannotFile : exchangeWords.now.cannotClosed;
}

export function nextId(view: SessionView): number {
  // The present counts, not what playback shows: an id must be new on the wire.
  return (given(view).last = Math.max(view.log.state.nextId, given(view).last + 1));
}

/** The JSON text as it may go on the wire of this session: on one line for stdio, where a line is a message. */
export function wireText(view: SessionView, json: string): string {
  return view.header.connection.transport === 'stdio' ? oneLine(json) : json;
}

/** A request that was handed over; its operation begins when it was written. */
export interface Sent {
  readonly id: number;
  /** Index of the first operation that it can be. */
  readonly from: number;
}

/** Send a request with this JSON text as `params`; playback ends. `details`: what of it differs from the policy. */
export function sendRequest(
  view: SessionView,
  method: string,
  params: (id: number) => string | undefined,
  details?: SendDetails,
): Sent {
  const id = nextId(view);
  const facts = { state: view.log.state, policy: view.source.policy ?? DEFAULT_POLICY, client: CLIENT };
  const from = view.log.operations.length;
  view.playback.end();
  view.source.send(requestText(facts, method, params(id), { id }), { ...details, form: true });
  return { id, from };
}

/** The operation of a request that was sent from here, as of what is shown, or what repeats it with other headers. Reactive. */
export function operationSent(view: SessionView, { id, from }: Sent): Operation | undefined {
  const key = idKey(id);
  const sent = among(view, from, ({ dir, key: of }) => dir === 'c2s' && of === key);
  if (sent?.outcome !== 'error') return sent;
  return among(view, sent.index + 1, ({ repeats }) => repeats === sent.index) ?? sent;
}

function among(view: SessionView, from: number, is: (operation: Operation) => boolean): Operation | undefined {
  const { operations } = view;
  for (let at = from; at < from + MAX_SEARCHED_OPERATIONS; at++) {
    const operation = operations.at(at);
    if (!operation || is(operation)) return operation;
  }
  return undefined;
}

export function selectSent(view: SessionView, { id, from }: Sent, byPanel = false): void {
  const key = idKey(id);
  let at = from;
  selectWhenWritten(
    view,
    () => {
      const { operations } = view.log;
      for (; at < operations.length; at++) {
        const operation = operations.get(at);
        if (operation?.dir === 'c2s' && operation.key === key) return operation.opened;
      }
      return undefined;
    },
    byPanel,
  );
}

/** Requests that may begin between the moment a request is handed over and the moment it is written. */
const MAX_SEARCHED_OPERATIONS = 1000;

export function sendCancel(view: SessionView, op: number): void {
  view.source.cancel(op, 'Cancelled by the user');
}

/** Send the parameters of a request again, as a request with an id of its own. */
export function repeatRequest(view: SessionView, operation: Operation): void {
  const event = view.log.event(operation.opened);
  const params = event?.k === 'message' ? memberText(event.raw ?? '', ['params']) : undefined;
  selectSent(
    view,
    sendRequest(view, operation.method ?? '', () => params),
  );
}
