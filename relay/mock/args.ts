/** The command line of `mcp-lifeline mock`, read: what to serve and how, or what is wrong with it. */
import { readFault, WIRE_FAULTS, type FaultRule, type MockMatch, type MockOptions } from '#shared/mock';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';

export const MOCK_HELP = `Usage: mcp-lifeline mock [options] FILE

Answers a client as the server of a recording did: the same bytes but for ids and progress tokens, with the notifications
and requests that came with each answer. Calls are equal when method and parameters are, or as --match says. Equal calls are
answered in their order; the last answer is given again when a call comes more often than it was recorded. A call that was not
recorded is refused with an error that names the nearest one.
Serves one client over stdio, or any number over Streamable HTTP, each with a session and an order of its own. Where there
are no sessions (2026-07-28, or a server that gave none), all clients share the order of equal calls, unless they use
addresses of their own (the address that is printed, and /NAME after it); one that begins anew gets everything from the start.

Options:
  --http [PORT]       serve Streamable HTTP on this port of 127.0.0.1 or the next free one (default: any free one)
  --match name        calls are equal when method and name are: the tool, prompt, resource or task; arguments don't matter
  --match sequence    answer only the call that comes next in the recording, and refuse any other; may be given with name.
                      Handshakes, pings and notifications may come at any time
  --strict            end with 1 when clients made calls that are not in the recording, or left out some that are; both are
                      listed on standard error. Handshakes, pings and notifications don't count
  --speed S           none (default), recorded, or a factor: 2 is twice as fast as recorded
  --fault F           do this to answers; may be repeated: FAULT[:VALUE][@METHOD[=NAME]][#N]
                      (${WIRE_FAULTS.join(', ')})
  --quiet             say nothing on standard error but what keeps it from serving, and what --strict lists
  --server NAME       whose messages, where another program’s log has those of several servers
  --help              print this text

Faults of one method, tool, prompt or resource, and of its Nth call:
  delay:500@tools/call#2                 the second answer to a tools/call comes 500 ms late
  error:-32000:Busy@tool=search          calls of the tool search are answered with this JSON-RPC error (default: -32603)
  status:503@tools/list                  HTTP answers 503; with an error fault, that is the body. Needs --http
  drop@prompt=greet, drop@resource=URI   the same as drop@prompts/get=greet, drop@resources/read=URI
A method or name that the recording doesn't have is wrong usage. An error's message can't hold “@”.

delay answers late (by VALUE milliseconds, else 1,000); drop answers not at all; truncate gives the first half as a
whole line, body or event, so that what follows is intact; noise puts a line that is no JSON before the answer; wrong-id
answers a request that nobody made; duplicate answers twice, one line after the other in a JSON body; disconnect ends the
process (exit code 1) or breaks off the HTTP response in place of the answer, and together with truncate in the middle of it.
A client that takes up such a stream again (GET with Last-Event-ID) gets the answer then. N counts the calls of all clients.

Exit code: 0 when the client has gone, or 1 where --strict says so; that of the recorded process where it ended by itself;
2 for wrong usage; 3 when the file can’t be read.
`;

export interface MockRequest {
  readonly type: 'mock';
  /** As typed. */
  readonly file: string;
  /** Port to listen on, 0 for any; absent is stdio. */
  readonly port?: number;
  readonly options: MockOptions;
  readonly quiet: boolean;
  /** The faults as typed, in the order of `options.faults`. */
  readonly faultTexts: readonly string[];
  /** Calls that don't fit the recording make it fail. */
  readonly strict: boolean;
}

const wrong = wrongUse('mock');

const OPTIONS = {
  http: { type: 'boolean', default: false },
  match: { type: 'string', multiple: true, default: [] as string[] },
  strict: { type: 'boolean', default: false },
  speed: { type: 'string', default: 'none' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `mock`. Never throws. */
export function readMockArgs(argv: readonly string[]): Parsed<MockRequest> {
  const parsed = parseOptions('mock', { args: [...argv], options: OPTIONS, allowPositionals: true });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const { given, files } = values.http ? portAmong(positionals) : { files: positionals };
  const [file, more] = files;
  if (file === undefined) return wrong('A recording must be named');
  if (more !== undefined) return wrong('One recording at a time');
  const port = Number(given ?? 0);
  if (!/^\d{1,5}$/.test(given ?? '0') || port > 65535) return wrong(`“${given}” is not a port`);
  const speed = readSpeed(values.speed);
  if (speed === undefined) return wrong(`“${values.speed}” is not a speed: none, recorded, or a factor above 0`);
  const faults: FaultRule[] = [];
  for (const text of values.fault) {
    const fault = readFault(text);
    if (!fault) return wrong(`“${text}” is not a fault: ${WIRE_FAULTS.join(', ')}, with [:VALUE][@METHOD[=NAME]][#N]`);
    if (fault.status !== undefined && !values.http) return wrong(`“${text}” needs --http: stdio has no status`);
    faults.push(fault);
  }
  const match = readMatch(values.match);
  if (typeof match === 'string') return wrong(`“${match}” is not a way to match: name or sequence`);
  const options = { speed, faults, ...(match ? { match } : {}) };
  const { fault: faultTexts, strict } = values;
  return { type: 'mock', file, options, faultTexts, strict, quiet: values.quiet, ...(values.http ? { port } : {}) };
}

/** What `--match` says; a word that it does not know. */
function readMatch(words: readonly string[]): MockMatch | string | undefined {
  const unknown = words.find((word) => word !== 'name' && word !== 'sequence');
  if (unknown !== undefined) return unknown;
  if (words.length === 0) return undefined;
  return { by: words.includes('name') ? 'name' : 'params', sequence: words.includes('sequence') };
}

/** The port of `--http`, which may be left out, among two words: the one that is all digits, or else the first. */
function portAmong(words: readonly string[]): { readonly given?: string; readonly files: readonly string[] } {
  const [first = '', second = ''] = words;
  if (words.length !== 2) return { files: words };
  const isSecond = !/^\d+$/.test(first) && /^\d+$/.test(second);
  return isSecond ? { given: second, files: [first] } : { given: first, files: [second] };
}

function readSpeed(text: string): number | undefined {
  if (text === 'none') return 0;
  if (text === 'recorded') return 1;
  const factor = /^[×x]?(\d{1,6}(?:\.\d{1,3})?)$/.exec(text)?.[1];
  return factor === undefined || Number(factor) === 0 ? undefined : Number(factor);
}
