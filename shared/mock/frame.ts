/** A recorded message of the server as a live client has to get it: the same bytes but for ids that are the client's own. */
import { changeAt, type IdKey, memberText, scanJson } from '#shared/jsonrpc';
import { bytesOf, fromBase64, toBase64, type Payload } from '#shared/recording';
import { ownKey } from './client-text.ts';

const SUBSCRIPTION = ['params', '_meta', 'io.modelcontextprotocol/subscriptionId'];
const SUBSCRIPTION_RESULT = ['result', ...SUBSCRIPTION.slice(1)];

/** JSON texts of live values, by the recorded values that they replace. */
export interface LiveIds {
  readonly ids: ReadonlyMap<IdKey, string>;
  readonly tokens: ReadonlyMap<IdKey, string>;
}

export function withLiveIds(payload: Payload, { ids, tokens }: LiveIds): Payload {
  if (ids.size === 0 && tokens.size === 0) return payload;
  return changed(payload, (text, written) =>
    eachMessage(text, (message) => {
      const live =
        (values: ReadonlyMap<IdKey, string>) =>
        (value: string): string | undefined => {
          const key = ownKey(written.back(value));
          const to = key === undefined ? undefined : values.get(key);
          return to === undefined ? undefined : written.as(to);
        };
      let result = message;
      // Only an answer has the request's id at the top; a request of the server's own keeps its id.
      if (ids.size > 0) {
        if (memberText(result, ['method']) === undefined) result = changeAt(result, ['id'], live(ids)) ?? result;
        for (const path of [SUBSCRIPTION, SUBSCRIPTION_RESULT]) result = changeAt(result, path, live(ids)) ?? result;
      }
      return tokens.size === 0 ? result : (changeAt(result, ['params', 'progressToken'], live(tokens)) ?? result);
    }),
  );
}

/** The same message, or each of the same batch, with another id at the top. `change` takes and gives JSON texts. */
export function withOtherId(payload: Payload, change: (id: string) => string): Payload {
  return changed(payload, (text, written) =>
    eachMessage(text, (message) => changeAt(message, ['id'], (id) => written.as(change(written.back(id)))) ?? message),
  );
}

export function firstHalf(payload: Payload): Payload {
  if (payload.b64 === undefined) return { raw: half(payload.raw ?? '') };
  return { b64: toBase64(half(fromBase64(payload.b64))) };
}

function half<T extends { readonly length: number; slice(from: number, to: number): T }>(whole: T): T {
  return whole.slice(0, Math.ceil(whole.length / 2));
}

/** How a text is written where it is spliced in, and the way back. */
interface Written {
  as(text: string): string;
  back(text: string): string;
}

const AS_TEXT: Written = { as: (text) => text, back: (text) => text };
/** Each character a byte, so that bytes that are no UTF-8 pass unchanged. All that JSON is made of is ASCII. */
const AS_BYTES: Written = {
  as: (text) => atob(toBase64(bytesOf({ raw: text }))),
  back: (text) => new TextDecoder().decode(fromBase64(btoa(text))),
};

function changed(payload: Payload, change: (text: string, written: Written) => string): Payload {
  if (payload.b64 === undefined) return { raw: change(payload.raw ?? '', AS_TEXT) };
  const bytes = fromBase64(payload.b64);
  return { b64: btoa(change(atob(toBase64(bytes)), AS_BYTES)) };
}

/** A text with each item of its outermost list changed; a text that is no list is changed itself. */
function eachMessage(text: string, change: (message: string) => string): string {
  const { root, members } = scanJson(text);
  if (root !== 'array') return change(text);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of members) {
    parts.push(text.slice(from, start), change(text.slice(start, end)));
    from = end;
  }
  return parts.join('') + text.slice(from);
}
