/** The command line of `mcp-lifeline mock`: what to serve and how, or what is wrong with it. */
import { readFault, WIRE_FAULTS, type FaultRule, type MockMatch, type MockOptions } from '#shared/mock';
import { commandLine, SERVER_OF, type AskedOf } from '../command/index.ts';

export const mockLine = commandLine({
  name: 'mock',
  about: `Responds to clients like the server of a recording: with the same bytes except for ids and progress tokens, and with the
notifications and server requests that came with each response. A call matches a recorded one if method and parameters are
equal, or as --match says. Repeated calls get the recorded responses in order; after the last one, it is repeated. A call that
was not recorded gets an error that names the most similar one.
Serves one client over stdio, or any number over Streamable HTTP, each with its own session and order. Without sessions
(2026-07-28, or a server that assigned none), all clients share the order of repeated calls, unless they use separate URLs (the
printed URL plus /NAME); a client that starts over gets everything from the start.`,
  column: 22,
  options: {
    'http [PORT]': 'serve Streamable HTTP on this port of 127.0.0.1 or the next free one (default: any free port)',
    'match name…': 'match by method and name (tool, prompt, resource or task); ignore arguments',
    'match sequence…': `respond only to the call that comes next in the recording, and reject any other; may be combined with
      name. Handshakes, pings and notifications may come at any time`,
    strict: `exit with 1 if clients made calls that are not in the recording, or did not make some that are; both are
      listed on standard error. Handshakes, pings and notifications don't count`,
    'speed S': 'none (default), recorded, or a factor: 2 is twice as fast as recorded',
    'fault F…': `inject a fault into responses; may be repeated: FAULT[:VALUE][@METHOD[=NAME]][#N]
      (${WIRE_FAULTS.join(', ')})`,
    quiet: 'print only errors that prevent serving, and what --strict lists, to standard error',
    ...SERVER_OF,
  },
  after: `Faults of one method, tool, prompt or resource, and of its Nth call:
  delay:500@tools/call#2                 the second response to a tools/call comes 500 ms late
  error:-32000:Busy@tool=search          calls of the tool search get this JSON-RPC error (default: -32603)
  status:503@tools/list                  HTTP status 503; with an error fault, that is the body. Needs --http
  drop@prompt=greet, drop@resource=URI   the same as drop@prompts/get=greet, drop@resources/read=URI
A method or name that the recording doesn't have is wrong usage. An error's message can't contain “@”.

delay responds late (by VALUE milliseconds, default 1,000); drop does not respond; truncate sends the first half as a complete
line, body or event, so that what follows is intact; noise sends a line that is not JSON before the response; wrong-id uses
the id of a request that was never made; duplicate sends the response twice, as two lines in a JSON body; disconnect ends the
process (exit code 1) or breaks the HTTP response instead of responding, or, together with truncate, in the middle of it. A
client that resumes such a stream (GET with Last-Event-ID) then gets the response. N counts the calls of all clients.

Exit codes: 0 the client disconnected; 1 --strict found differences; that of the recorded process if it exited; 2 wrong
usage; 3 the file can’t be read.
`,
  read({ values, positionals }) {
    const { http, match: words, speed: pace = 'none', fault: faultTexts } = values;
    const { given = '0', files } = http ? portAmong(positionals) : { files: positionals };
    const [file, more] = files;
    if (file === undefined) return 'Name a recording';
    if (more !== undefined) return 'One recording at a time';
    const port = Number(given);
    if (!/^\d{1,5}$/.test(given) || port > 65535) return `“${given}” is not a port`;
    const speed = readSpeed(pace);
    if (speed === undefined) return `“${pace}” is not a speed: none, recorded, or a factor above 0`;
    const faults: FaultRule[] = [];
    for (const text of faultTexts) {
      const fault = readFault(text);
      if (!fault) return `“${text}” is not a fault: ${WIRE_FAULTS.join(', ')}, with [:VALUE][@METHOD[=NAME]][#N]`;
      if (fault.status !== undefined && !http) return `“${text}” needs --http: stdio has no status`;
      faults.push(fault);
    }
    const match = readMatch(words);
    if (typeof match === 'string') return `“${match}” is not a way to match: name or sequence`;
    const options: MockOptions = { speed, faults, ...(match ? { match } : {}) };
    return { file, options, faultTexts, ...(http ? { port } : {}) };
  },
});

export type MockRequest = AskedOf<typeof mockLine>;

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
