/** What a person has to see of a message before it goes out, beside its method and what it is about. */
import { isObject, memberText } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import { readOneWay } from './one-way.ts';

/** Prefix of the members of `_meta` that the protocol itself has in every request (2026-07-28, basic#meta). */
const OF_PROTOCOL = 'io.modelcontextprotocol/';

/**
 * The exact text of a message's `params`, of a plain call that of its `arguments`; undefined where they say no more than the
 * method and its subject do, and for what can't be read as one message in one way. Takes any text; never throws.
 */
export function sentParams(raw: string): string | undefined {
  const message = readOneWay(raw);
  if (!message) return undefined;
  const { method, params } = message;
  const subject = methodFacts(method)?.subject;
  const rest = [...params].flatMap(([name, json]) =>
    (name === subject && json.startsWith('"')) || (name === '_meta' && isUsual(json)) ? [] : [name],
  );
  if (rest.length === 0) return undefined;
  return rest.length === 1 && rest[0] === 'arguments' ? params.get('arguments') : memberText(raw, ['params']);
}

function isUsual(json: string): boolean {
  const meta: unknown = JSON.parse(json);
  return isObject(meta) && Object.keys(meta).every((name) => name === 'progressToken' || name.startsWith(OF_PROTOCOL));
}
