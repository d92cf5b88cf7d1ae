/** The sessions of the stored samples; make.mjs runs them. What each is for is said in README.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { HeldRecording as Recorded } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { loadRecording, saveRecording } from '../../relay/recording/index.ts';
import { recordLine } from '../../relay/record/args.ts';
import { record } from '../../relay/record/command.ts';
import { byHand } from './by-hand.ts';
import { DERIVED } from './derived.ts';
import { summaryOf } from './summary.ts';

/** Where servers listen: always the same, so that it is no difference between two makings. */
const PORT = 6391;

/** How a session is made: it writes the file `out`. */
type Session = (out: string) => Promise<void>;

const stdio = (...args: string[]): ConnectSpec => ({ transport: 'stdio', command: 'node', args, env: {} });
const http = (path: string): ConnectSpec => ({
  transport: 'streamable-http',
  url: `http://127.0.0.1:${PORT}${path}`,
  headers: [],
});
const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';

/** `mcp-lifeline record --exercise --yes` with these answers. */
function exercised(spec: ConnectSpec, answers: object): Session {
  return async (out) => {
    const file = `${out}.answers.json`;
    writeFileSync(file, JSON.stringify(answers));
    const options = ['--exercise', '--yes', '--json', '--out', out, '--answers', file];
    const request = recordLine.read([...options, '--most', '1000', '--timeout', '10000', 'http://named.below/']);
    if (request.type !== 'asked') throw new Error('record can’t be called like this');
    const code = await record(
      { ...request, spec },
      {
        say: console.log,
        warn: console.warn,
        print: () => undefined,
        signal: new AbortController().signal,
        env: process.env,
      },
    );
    if (code > 1) throw new Error(`record ended with ${code}`);
  };
}

/** The session while `node ARGS…` runs, which listens on PORT once it has written what matches `ready`. */
function served(args: readonly string[], ready: RegExp, session: Session): Session {
  return async (out) => {
    const child = spawn('node', args, {
      env: { ...process.env, PORT: String(PORT) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      await new Promise<void>((resolve, reject) => {
        let output = '';
        const read = (piece: Buffer): void => {
          output = `${output}${piece.toString()}`.slice(-65_536);
          if (ready.test(output)) resolve();
        };
        child.stdout.on('data', read);
        child.stderr.on('data', read);
        child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}: ${output}`)));
      });
      await session(out);
    } finally {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    }
  };
}

const request = (id: unknown, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });
const call = (id: unknown, name: string, args: object = {}): string =>
  request(id, 'tools/call', { name, arguments: args });

/** The answer of a person to the server's request in `text`. */
function answer(text: string, result: object): string {
  const { id } = JSON.parse(text) as { readonly id: unknown };
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** Quick arguments for the slow tools, and none for those that leave this machine or tell about it. */
const QUICK = {
  tools: {
    'trigger-long-running-operation': { duration: 0.04, steps: 4 },
    'gzip-file-as-resource': false,
    'get-env': false,
  },
};

const typed = byHand(stdio(EVERYTHING), { listen: false }, async ({ session, say }) => {
  await say(call(101, 'echo', { message: 'typed by a person' }));
  // Not JSON: nobody answers, and the silence is part of the recording. The ping shows that the server has read it.
  session.host.send('{"jsonrpc":"2.0","id":102,"method":"ping",}', 'user');
  await say(request('after-102', 'ping'));
  session.host.send('hello?', 'user');
  await say('{ "id" : 9007199254740993 , "jsonrpc" : "2.0" , "method" : "ping" }');
  session.host.send('{"jsonrpc":"2.0","method":"notifications/of-its-own","params":{"deep":{"ly":[1.0,1e2]}}}', 'user');
  await say(
    '{"jsonrpc":"2.0","id":"ключ-钥匙-🔑","method":"tools/call","params":{"name":"no such tool","arguments":{}}}',
  );
  await say('{"jsonrpc":"2.0","id":103,"method":"no/such-method"}');
  session.host.send('{"jsonrpc":"1.0","id":104,"method":"ping"}', 'user');
  await say(request('after-104', 'ping'));
  session.host.send('ping?', 'user', { b64: Buffer.from([0x70, 0xff, 0xfe, 0x7b]).toString('base64') });
  await say(call(105, 'get-sum', { a: 2, b: 3 }));
});

const asked = byHand(
  stdio('tests/fixtures/sdk/v1.mjs'),
  { sampling: { mode: 'ask' }, elicitation: { mode: 'ask' }, roots: [{ uri: 'file:///data', name: 'data' }] },
  async ({ say, hear, heard }) => {
    await say(call(201, 'sample', { prompt: 'Name a plant' }));
    const sampled = {
      role: 'assistant',
      content: { type: 'text', text: 'Fern' },
      model: 'by hand',
      stopReason: 'endTurn',
    };
    await say(answer(await hear('sampling/createMessage'), sampled));
    await say(call(202, 'elicit'));
    const form = { action: 'accept', content: { name: 'Ada', age: 36, mail: 'ada@example.com', consent: true } };
    await say(answer(await hear('elicitation/create'), form));
    await say(call(203, 'elicit'));
    await say(answer(heard('elicitation/create'), { action: 'decline' }));
    await say(call(204, 'roots'), 2);
    await say(call(205, 'ping-client'), 2);
  },
);

const broken = byHand(stdio('tests/fixtures/stdio-misbehave.mjs', 'broken-utf8'), {}, async ({ say }) => {
  await say(call(301, 'echo', { text: 'an answer that is not UTF-8' }));
});

const SDK = 'tests/fixtures/sdk';
const LISTENING = /^listening \d+$/m;
const fixture = (name: string, answers: object, ...flags: string[]): Session =>
  served([`${SDK}/${name}`, '--http', '--port', String(PORT), ...flags], LISTENING, exercised(http('/mcp'), answers));
/** Tools that never answer, or that make the server forget the session. */
const ENDLESS = { tools: { never: false, 'forget-session': false } };

/** How each sample is made from a server. */
const SESSIONS: { readonly [name: string]: Session } = {
  'everything-stdio.mcprec': exercised(stdio(EVERYTHING), QUICK),
  'everything-http.mcprec.gz': served(
    [EVERYTHING, 'streamableHttp'],
    /listening on port \d+/,
    exercised(http('/mcp'), QUICK),
  ),
  'modern-stdio.mcprec': exercised(stdio(`${SDK}/v2.mjs`, '--mode', 'modern'), ENDLESS),
  'modern-http.mcprec': fixture('v2.mjs', ENDLESS, '--mode', 'modern'),
  'handshake-http.mcprec': fixture('v1.mjs', ENDLESS),
  'tasks-2026.mcprec': exercised(stdio(`${SDK}/tasks-2026.mjs`), {
    tools: { slow: [{ ms: 20 }, { ms: 20, ask: true }, { ms: 20, fail: 'tool' }, { ms: 20, fail: 'protocol' }] },
  }),
  'typed.mcprec': typed,
  'asked.mcprec': asked,
  'broken.mcprec': broken,
};

/** Make the samples in `folder` that are not there, or those that are named. */
export async function make(folder: string, names: readonly string[]): Promise<void> {
  const wanted = (name: string): boolean => (names.length > 0 ? names.includes(name) : !existsSync(join(folder, name)));
  const scratch = mkdtempSync(join(tmpdir(), 'lifeline-samples-'));
  try {
    for (const [name, session] of Object.entries(SESSIONS)) {
      if (!wanted(name)) continue;
      const made = join(scratch, name.replace(/\.gz$/, ''));
      await session(made);
      const title = name.replace(/\.mcprec(\.gz)?$/, '');
      const recorded = await read(made);
      const header = { ...recorded.header, id: title.replaceAll('-', ''), title };
      saveRecording(join(folder, name), { ...recorded, header });
      await finish(folder, name);
    }
    for (const [name, { from, lines }] of Object.entries(DERIVED)) {
      if (!wanted(name)) continue;
      const recorded = await read(join(folder, from));
      writeFileSync(join(folder, name), lines(recorded));
      await finish(folder, name);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function read(path: string): Promise<Recorded> {
  const loaded = await loadRecording(path);
  if (!loaded.ok) throw new Error(loaded.sentence);
  return loaded.recorded;
}

/** Tell of a sample, and note what it is held to from now on. */
async function finish(folder: string, name: string): Promise<void> {
  const { events, footer } = await read(join(folder, name));
  const file = join(folder, '../expected.json');
  const expected = JSON.parse(readFileSync(file, 'utf8')) as object;
  // As in a file: without members that are undefined.
  Object.assign(expected, { [`${basename(folder)}/${name}`]: summaryOf(events, footer === undefined) });
  writeFileSync(file, `${JSON.stringify(expected, null, 2)}\n`);
  console.log(`${name}: ${events.length} events, ${statSync(join(folder, name)).size} bytes`);
}
