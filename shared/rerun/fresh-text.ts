/** The text of a recorded message for a live session: another id, live values, and everything else as it was written. */
import { perRequestRevision, requestText, type RequestFacts } from '#shared/driver';
import { decodeText, isObject, memberText, scanJson, splice } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { walkLeaves } from './leaves.ts';

const RESERVED: readonly string[] = [META.protocolVersion, META.clientInfo, META.clientCapabilities, META.logLevel];

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A request with the id `id`, and its progress token where that was the old id, with `edits` applied. Where the live session
 * speaks another revision than the message names, the request says of itself what that one asks for. Texts that are no
 * single request keep their ids.
 */
export function freshText(raw: string, id: number, edits: readonly Edit[], facts: RequestFacts): string {
  const decoded = decodeText(raw);
  if (decoded.kind !== 'request') return splice(raw, edits);
  const place = scanJson(raw).members.findLast(({ key }) => key === 'id');
  const all: Edit[] = [...edits];
  if (place) {
    const { start, end } = place;
    all.push({ start, end, text: String(id) });
    const token = metaValue(decoded.params, 'progressToken');
    if (token === decoded.id) all.push(...progressToken(raw, id));
  }
  const text = splice(raw, all);
  const named = metaValue(decoded.params, META.protocolVersion);
  const live = perRequestRevision(facts.state, facts.policy);
  if (live === (typeof named === 'string' ? named : undefined)) return text;
  return requestText(facts, decoded.method, withoutReserved(memberText(text, ['params'])), { id });
}

function progressToken(raw: string, id: number): Edit[] {
  const found: Edit[] = [];
  walkLeaves(raw, ({ start, end, name, pointer }) => {
    if (name !== 'progressToken' || pointer() !== '/params/_meta/progressToken') return true;
    found.push({ start, end, text: String(id) });
    return false;
  });
  return found;
}

/** Parameters without what every request of the per-request era says of itself; undefined when nothing is left. */
function withoutReserved(params: string | undefined): string | undefined {
  if (params === undefined) return undefined;
  const value: unknown = JSON.parse(params);
  if (!isObject(value) || !isObject(value['_meta'])) return params;
  const left = scanJson(params).members.flatMap(({ key, start, end }) => {
    const text = params.slice(start, end);
    if (key !== '_meta') return [`${JSON.stringify(key)}:${text}`];
    const kept = scanJson(text).members.filter((member) => !RESERVED.includes(member.key));
    const members = kept.map((member) => `${JSON.stringify(member.key)}:${text.slice(member.start, member.end)}`);
    return members.length > 0 ? [`"_meta":{${members.join(',')}}`] : [];
  });
  return left.length > 0 ? `{${left.join(',')}}` : undefined;
}
