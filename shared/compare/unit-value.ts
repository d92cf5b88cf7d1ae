/** What is compared of a unit, as one value. */
import { META } from '#shared/mcp';
import { type Exact, ExactObject, membersOf } from './exact-json.ts';
import { exactPart, MessageReader, type MessageParts, type Part } from './message-part.ts';
import type { Exchange, Unit } from './units.ts';

/** Members of `_meta` that say the same in every request of a session; they are compared as facts. */
const RESERVED: readonly string[] = [META.protocolVersion, META.clientInfo, META.clientCapabilities, META.serverInfo];

/** A value of `params` or `result` without the reserved members of its `_meta`, and without others that are named. */
export function withoutReserved(value: Exact, more: readonly string[] = []): Exact {
  const meta = membersOf(value).get('_meta');
  if (!(value instanceof ExactObject) || !(meta instanceof ExactObject)) return value;
  const kept = new ExactObject();
  for (const [name, member] of meta.members)
    if (!RESERVED.includes(name) && !more.includes(name)) kept.put(name, member);
  const copy = new ExactObject();
  for (const [name, member] of value.members) {
    if (name !== '_meta') copy.put(name, member);
    else if (kept.members.size > 0) copy.put(name, kept);
  }
  copy.repeated = value.repeated;
  return copy;
}

/** What `initialize` answers is compared as facts. */
const FACTS: readonly string[] = ['capabilities', 'serverInfo', 'protocolVersion', 'instructions'];

const READER = new MessageReader();

/** What was told of its progress, in order. */
function progressOf({ progress = [] }: Unit): Exact[] {
  return progress.flatMap((event) => {
    const { params } = READER.parts(event, undefined, true);
    return params ? [exactPart(params)] : [];
  });
}

export function unitMembers(unit: Unit): Map<string, Exact> {
  const members = new Map<string, Exact>();
  const put = (name: string, value: Exact | undefined): void => {
    if (value !== undefined) members.set(name, value);
  };
  put('outcome', unit.outcome === 'open' ? AT_END : unit.outcome);
  put('text', unit.text);
  if (unit.status !== undefined) put('http', object({ status: String(unit.status) }));
  if (unit.listing) return members;
  put('params', valueOf(unit.params, unit.method === 'initialize'));
  put('result', valueOf(unit.result, unit.method === 'initialize'));
  put('error', valueOf(unit.error, false));
  if (unit.rounds) put('rounds', unit.rounds.map(exchangeValue));
  if (unit.requests) put('requests', unit.requests.map(exchangeValue));
  const progress = progressOf(unit);
  if (progress.length > 0) put('progress', progress);
  if (unit.task) {
    const { status, message, result, error } = unit.task;
    put(
      'task',
      object({
        status,
        ...(message === '' ? {} : { statusMessage: message }),
        result: valueOf(result, false),
        error: valueOf(error, false),
      }),
    );
  }
  return members;
}

/** What is open where a recording is cut short is compared as what an orderly end makes of it: nothing had come until then. */
const AT_END: Unit['outcome'] = 'ended';

function valueOf(part: Part | undefined, withoutFacts: boolean): Exact | undefined {
  if (!part) return undefined;
  const value = withoutReserved(exactPart(part));
  if (!withoutFacts || !(value instanceof ExactObject)) return value;
  for (const name of [...FACTS, 'clientInfo']) value.members.delete(name);
  return value;
}

function exchangeValue({ method, outcome, params, result, error }: MessageParts & Partial<Exchange>): Exact {
  const [asked, answered, failed] = [params, result, error].map((part) => valueOf(part, false));
  return object({ method, outcome, params: asked, result: answered, error: failed });
}

function object(members: { readonly [name: string]: Exact | undefined }): ExactObject {
  const value = new ExactObject();
  for (const [name, member] of Object.entries(members)) if (member !== undefined) value.put(name, member);
  return value;
}
