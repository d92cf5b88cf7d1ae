/** What a step sends in the live session: its exact text, or the recorded one with a fresh id and live values. */
import { defined } from '#shared/base';
import { protocolHeaders, type SendDetails, perRequestRevision, requestText, type RequestFacts } from '#shared/driver';
import { MessagesByKey, decodeText, isObject, memberText, scanJson, splice } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { answerTo } from './answer-message.ts';
import { liveDetails } from './http-details.ts';
import { walkLeaves } from './leaves.ts';
import type { LiveOperations } from './live-operations.ts';
import { lastName, LiveText, putInPlace, resolveHandle, type Resolved } from './resolve-handle.ts';
import type { Handle, Replaced, RerunPort, SendStep } from './types.ts';

/** A text as it would go out now, and which recorded values it has live ones for. */
export type Composed = ReturnType<LiveTexts['compose']>;

export class LiveTexts {
  readonly #port: RerunPort;
  readonly #operations: LiveOperations;
  readonly #messages = new MessagesByKey();
  #lastRead: LiveText | undefined;

  constructor(port: RerunPort, operations: LiveOperations) {
    this.#port = port;
    this.#operations = operations;
  }

  /** What `step` sends; `id` is for a fresh request. */
  compose(step: SendStep, id: number) {
    const { policy, client, log, header } = this.#port;
    const limits = defined({ limits: step.limits });
    const { http, b64, by, raw, s } = step;
    if (step.text === 'exact') {
      const sent = http && liveDetails(http, protocolHeaders(log.state, policy, raw), header.connection);
      const details: SendDetails = { ...defined({ http: sent, b64, by }), ...limits };
      return { text: raw, details, replaced: [] as Replaced[] };
    }
    const replaced: Replaced[] = [];
    const edits = step.handles.flatMap((handle) => {
      const resolved = this.#resolve(raw, handle);
      if (resolved === 'kept') return [];
      const { pointer, value, start, end } = handle;
      const after = resolved === 'missing' ? {} : { after: resolved.after };
      replaced.push({ s, pointer, before: value, ...after, ...namesOf(handle) });
      return resolved === 'missing' ? [] : [{ start, end, text: resolved.edit }];
    });
    const text = freshText(raw, id, edits, { state: log.state, policy, client });
    const details: SendDetails = { by: 'rerun', ...limits };
    return { text, details, replaced };
  }

  #resolve(raw: string, handle: Handle): Resolved {
    const { source, given, value } = handle;
    if (given !== undefined) return given === value ? 'kept' : putInPlace(raw, handle, given);
    const live = source && this.#operations.of(source.op);
    const answer = live && answerTo(this.#port.log, live, source.task, this.#messages);
    if (!source || answer === undefined) return 'missing';
    return resolveHandle(raw, { ...handle, source }, this.#read(answer));
  }

  #read(text: string): LiveText {
    if (this.#lastRead?.text !== text) this.#lastRead = new LiveText(text);
    return this.#lastRead;
  }
}

/** The members that hold a value which is only known by their names: where it is sent, and where it came from. */
function namesOf({ evidence, name, source }: Handle): { readonly names?: readonly string[] } {
  if (evidence === 'value') return {};
  const from =
    source && source.label === undefined && source.word === undefined ? [lastName(source.inner ?? source.pointer)] : [];
  return { names: [...new Set([name, ...from])] };
}

const RESERVED: readonly string[] = [META.protocolVersion, META.clientInfo, META.clientCapabilities, META.logLevel];

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A request with the id `id`, and its progress token where that was the old id, with `edits` applied. Where the live session
 * speaks another revision than the message names, the request says of itself what that one asks for. Texts that are no
 * single request keep their ids.
 */
function freshText(raw: string, id: number, edits: readonly Edit[], facts: RequestFacts): string {
  const decoded = decodeText(raw);
  if (decoded.kind !== 'request') return splice(raw, edits);
  const place = scanJson(raw).members.findLast(({ key }) => key === 'id');
  const all: Edit[] = [...edits];
  if (place) {
    const { start, end } = place;
    all.push({ start, end, text: String(id) });
    if (metaValue(decoded.params, 'progressToken') === decoded.id) all.push(...progressToken(raw, id));
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
