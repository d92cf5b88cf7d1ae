/**
 * Cassettes: one JSON document with requests and their responses side by side, of mcp-recorder (`interactions`, with a `type` and the
 * latency of each) and of Agent VCR (`.vcr`: `session` with the handshake and `interactions` that have times).
 */
import { compactJson, decodeText, isObject, type JsonObject, memberText, scanJson } from '#shared/jsonrpc';
import type { Connection } from '#shared/recording';
import { isMessage } from './direction.ts';
import { recordItems, type Item } from './items.ts';
import { commandOf } from './program-line.ts';
import { timeOf, type FoundTime } from './times.ts';
import type { ImportOptions, ImportResult } from './types.ts';

type Cassette = 'mcp-recorder' | 'agent-vcr';

const fieldsOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Which program's cassette a parsed document is; undefined for none. */
export function cassetteKind(value: unknown): Cassette | undefined {
  const { session, interactions, metadata } = fieldsOf(value);
  if (isObject(session) && Array.isArray(session['interactions'])) return 'agent-vcr';
  return isObject(metadata) && Array.isArray(interactions) ? 'mcp-recorder' : undefined;
}

/** Read a cassette, of which `value` is the parsed text. Undefined when it holds no message. */
export function importCassette(
  value: unknown,
  text: string,
  name: string,
  kind: Cassette,
  options?: ImportOptions,
): ImportResult | undefined {
  const metadata = fieldsOf(fieldsOf(value)['metadata']);
  const server = fieldsOf(metadata['server_info'])['name'];
  return recordItems(
    () => itemsOf(value, text.replace(/^\uFEFF/, ' '), kind),
    () => ({
      format: kind,
      text,
      name: typeof server === 'string' && server !== '' ? server.slice(0, 200) : name,
      connection: connectionOf(metadata),
      by: { name: kind === 'agent-vcr' ? 'Agent VCR' : 'mcp-recorder', version: '' },
      // Only Agent VCR says when its requests were sent.
      remarks: kind === 'agent-vcr' ? ['written-anew'] : ['written-anew', 'times-unknown'],
    }),
    options,
  );
}

function connectionOf({ server_url: url, server_command: command, server_args: args }: JsonObject): Connection {
  if (typeof url === 'string' && /^https?:/i.test(url)) return { transport: 'streamable-http', url };
  const program = typeof command === 'string' ? commandOf(command) : undefined;
  if (program?.transport !== 'stdio') return { transport: 'stdio', command: '', args: [] };
  const more = (Array.isArray(args) ? args : []).filter((each) => typeof each === 'string');
  return { ...program, args: [...program.args, ...more] };
}

function* itemsOf(value: unknown, text: string, kind: Cassette): Generator<Item> {
  const { metadata, session } = fieldsOf(value);
  let time = timeOf(fieldsOf(metadata)['recorded_at']);
  if (kind === 'agent-vcr') {
    for (const name of ['initialize_request', 'initialize_response'])
      yield* message(memberText(text, ['session', name]), 0, name === 'initialize_request' ? 'c2s' : 's2c', time);
  }
  const holder = kind === 'agent-vcr' ? fieldsOf(session) : fieldsOf(value);
  const json = memberText(text, kind === 'agent-vcr' ? ['session', 'interactions'] : ['interactions']) ?? '[]';
  const { members } = scanJson(json);
  const entries: readonly unknown[] = Array.isArray(holder['interactions']) ? holder['interactions'] : [];
  for (const [index, entry] of entries.entries()) {
    const member = members[index];
    const own = member ? json.slice(member.start, member.end) : '';
    const fields = fieldsOf(entry);
    time = timeOf(fields['timestamp']) ?? time;
    const answered = later(time, fields['latency_ms']);
    yield* interaction(fields, own, index + 1, time, answered);
    time = answered;
  }
}

function* interaction(
  fields: JsonObject,
  json: string,
  line: number,
  time: FoundTime | undefined,
  answered: FoundTime | undefined,
): Generator<Item> {
  const fromServer = fields['direction'] === 'server_to_client';
  const [asks, answers] = fromServer ? (['s2c', 'c2s'] as const) : (['c2s', 's2c'] as const);
  const { http_method: method, http_path: path, response_status: status } = fields;
  if (typeof method === 'string') {
    const shown = [method, path, status]
      .filter((each) => typeof each === 'string' || typeof each === 'number')
      .join(' ');
    return yield { is: 'log', line, level: 'info', text: shown, time };
  }
  const found = [...message(memberText(json, ['request']), line, asks, time)];
  if (Array.isArray(fields['notifications'])) {
    const list = memberText(json, ['notifications']) ?? '[]';
    for (const { start, end } of scanJson(list).members)
      found.push(...message(list.slice(start, end), line, 's2c', answered));
  }
  found.push(...message(memberText(json, ['response']), line, answers, answered));
  if (found.length === 0) yield { is: 'unread', line, text: json, time };
  else yield* found;
}

/** A message without the members that stand there as null because the program has a place for them. */
function* message(
  json: string | undefined,
  line: number,
  mark: 'c2s' | 's2c',
  time: FoundTime | undefined,
): Generator<Item> {
  if (json === undefined || json.trim() === 'null') return;
  const { root, members } = scanJson(json);
  const kept = members.filter(({ key, start, end }) => !EMPTY.includes(key) || json.slice(start, end) !== 'null');
  const whole = kept.some(({ key }) => key === 'method' || key === 'result' || key === 'error');
  const body =
    root === 'object' && kept.length < members.length && whole
      ? `{${kept.map(({ key, start, end }) => `${JSON.stringify(key)}:${json.slice(start, end)}`).join(',')}}`
      : json;
  const raw = compactJson(body);
  const decoded = decodeText(raw);
  if (isMessage(decoded)) yield { is: 'message', line, raw, decoded, changed: true, mark, time };
  else yield { is: 'unread', line, text: json, time };
}

const EMPTY: readonly string[] = ['params', 'result', 'error'];

function later(time: FoundTime | undefined, latency: unknown): FoundTime | undefined {
  const ms = typeof latency === 'number' && latency > 0 && latency < 1e12 ? latency : 0;
  return time && { ...time, ms: time.ms + ms };
}
