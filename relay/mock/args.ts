/** The command line of `mcp-lifeline mock`, read: what to serve and how, or what is wrong with it. */
import { readFault, WIRE_FAULTS, type MockOptions } from '#shared/mock';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command.ts';

export const MOCK_HELP = `Usage: mcp-lifeline mock [options] FILE

Answers a client as the server of a recording did: the same bytes but for ids and progress tokens, with the notifications
and requests that came with each answer. Equal calls are answered in their order; the last answer is given again when a call
comes more often than it was recorded. A call that was not recorded is refused with an error that names the nearest one.
Serves one client over stdio, or any number over Streamable HTTP, each with a session and an order of its own. Where there
are no sessions (2026-07-28, or a server that gave none), all clients share the order of equal calls, unless they use
addresses of their own (the address that is printed, and /NAME after it); one that begins anew gets everything from the start.

Options:
  --http [PORT]       serve Streamable HTTP on this port of 127.0.0.1 or the next free one (default: any free one)
  --speed S           none (default), recorded, or a factor: 2 is twice as fast as recorded
  --fault F           do this to answers; may be repeated: FAULT[:MS][@METHOD][#N]
                      (${WIRE_FAULTS.join(', ')};
                      delay:500@tools/call#2 delays the second answer to a tools/call by half a second)
  --quiet             say nothing on standard error but what keeps it from serving
  --help              print this text

Faults: delay answers late (by a second where no MS is given); drop answers not at all; truncate gives the first half as a
whole line, body or event, so that what follows is intact; noise puts a line that is no JSON before the answer; wrong-id
answers a request that nobody made; duplicate answers twice, one line after the other in a JSON body; disconnect ends the
process (exit code 1) or breaks off the HTTP response in place of the answer, and together with truncate in the middle of it.
A client that takes up such a stream again (GET with Last-Event-ID) gets the answer then. N counts the calls of all clients.

Exit code: 0 when the client has gone; that of the recorded process where it ended by itself; 2 for wrong usage; 3 when the
file can’t be read.
`;

export interface MockRequest {
  readonly type: 'mock';
  /** As typed. */
  readonly file: string;
  /** Port to listen on, 0 for any; absent is stdio. */
  readonly port?: number;
  readonly options: MockOptions;
  readonly quiet: boolean;
}

export type MockArgs = Parsed<MockRequest>;

const wrong = wrongUse('mock');

const OPTIONS = {
  http: { type: 'boolean', default: false },
  speed: { type: 'string', default: 'none' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `mock`. Never throws. */
export function readMockArgs(argv: readonly string[]): MockArgs {
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
  const faults = [];
  for (const text of values.fault) {
    const fault = readFault(text);
    if (!fault) return wrong(`“${text}” is not a fault: ${WIRE_FAULTS.join(', ')}, with [:MS][@METHOD][#N]`);
    faults.push(fault);
  }
  return { type: 'mock', file, options: { speed, faults }, quiet: values.quiet, ...(values.http ? { port } : {}) };
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
