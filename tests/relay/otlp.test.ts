/** What a collector gets: a real HTTP server that keeps bodies, read with the decoder that OpenTelemetry generated from its protocol. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import root from 'otlp-decoder/build/src/generated/root.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COMMANDS } from '../../relay/cli/commands.ts';
import { eventually } from './support/page.ts';
import { programFile } from './support/program.ts';
import { temporaryFolder } from './support/relay.ts';

interface Taken {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A collector that keeps what it gets, and answers with this status. */
async function collector(status = 200): Promise<{ readonly url: string; readonly taken: readonly Taken[] }> {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(status, { 'Content-Type': request.headers['content-type'] ?? '' }).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
}

async function program(name: string, ...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const note = (line: string): void => void (err += `${line}\n`);
  const io = { say: note, warn: note, print: (text: string) => void (out += text), env: process.env };
  const command = await COMMANDS.get(name)?.load();
  const code = await command?.run(argv, { ...io, signal: new AbortController().signal });
  return { code: code ?? -1, out, err };
}

interface Message {
  decode(body: Uint8Array): object;
  toObject(message: object, options: object): object;
}
type Signal = { readonly v1: { readonly [name: string]: Message | undefined } };
const { trace, metrics } = (
  root as unknown as {
    readonly opentelemetry: {
      readonly proto: { readonly collector: { readonly [signal in 'trace' | 'metrics']: Signal } };
    };
  }
).opentelemetry.proto.collector;
const MESSAGES = {
  '/v1/traces': trace.v1.ExportTraceServiceRequest,
  '/v1/metrics': metrics.v1.ExportMetricsServiceRequest,
};
const isSignal = (path: string): path is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, path);

/** The message of a body, protobuf or JSON. */
function decoded({ path, headers, body }: Taken): unknown {
  const message = isSignal(path) ? MESSAGES[path] : undefined;
  if (!message) throw new Error(`nothing is sent to ${path}`);
  if (headers['content-type'] === 'application/json') return JSON.parse(body.toString());
  return message.toObject(message.decode(body), { longs: Number, bytes: Array });
}

/** Values as both encodings have them: what is 0 or empty may be left out, bytes are hexadecimal. */
function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    if (/^(?:trace|span|parentSpan)Id$/.test(name)) return Buffer.from(value).toString('hex');
    return value.map((each) => plain(each));
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        const kept = plain(each, key);
        const isEmpty = kept === 0 || kept === '' || kept === undefined || (Array.isArray(kept) && kept.length === 0);
        return isEmpty && !key.endsWith('Value') ? [] : [[key, kept]];
      }),
    );
  return /UnixNano$/.test(name) ? Number(value) : value;
}

const fileOf = (name: string): string => fileURLToPath(new URL(`../samples/v1/${name}.mcprec`, import.meta.url));
const goldenOf = (name: string): unknown[] =>
  readFileSync(new URL(`../golden/export/${name}.otlp.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** Metrics of the server are a request of their own. */
function together(messages: readonly unknown[]): unknown[] {
  const [first, ...rest] = messages as [object, ...{ readonly resourceMetrics: readonly unknown[] }[]];
  return [first, { resourceMetrics: rest.flatMap(({ resourceMetrics }) => resourceMetrics) }];
}

test.each([
  ['typed', []],
  ['handshake-http', ['--otlp-json']],
  ['modern-http', []],
])('the spans and metrics of %s arrive as they are in the file, sent with %j', async (name, options) => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-team=mcp');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, taken } = await collector();
  const { code, out, err } = await program('export', fileOf(name), '--no-redact', '--otlp', url, ...options);
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toMatch(/^\d+ spans were sent to http:/);
  expect(taken[0]?.headers).toMatchObject({
    'x-team': 'mcp',
    'content-type': options.length > 0 ? 'application/json' : 'application/x-protobuf',
  });
  expect(plain(together(taken.map(decoded)))).toEqual(plain(goldenOf(name)));
});

test('a collector that refuses is told of, and nothing else is', async () => {
  const { url } = await collector(401);
  const refused = await program('export', fileOf('typed'), '--quiet', '--otlp', url);
  expect(refused).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringMatching(/^The collector at http:.* did not accept/),
  });
  expect((await program('export', fileOf('typed'), '--otlp', 'ftp://a')).code).toBe(2);
  expect((await program('export', fileOf('typed'), '--to', 'svg', '--otlp-json')).code).toBe(2);
});

test('a session is sent when it is recorded, and what was sent is what its file has', async () => {
  const { url, taken } = await collector();
  const file = join(temporaryFolder(), 'new.mcprec');
  const server = fileURLToPath(new URL('../fixtures/sdk/v1.mjs', import.meta.url));
  const { code, err } = await program('record', '--out', file, '--otlp', url, '--', process.execPath, server);
  expect(code, err).toBe(0);
  expect(err).toContain('were sent to');
  const { out } = await program('export', file, '--to', 'otlp');
  expect(plain(together(taken.map(decoded)))).toEqual(
    plain(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ),
  );
});

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface Traces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

/** Names of spans, each once and in order below its parent, two spaces further right: what a host asks for twice depends on its luck. */
function tree(traces: Traces): string[] {
  const spans = traces.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const below = (parent: string | undefined, indent: string): string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .sort((one, other) => one.name.localeCompare(other.name))
      .flatMap(({ name, spanId }) => [`${indent}${name}`, ...below(spanId, `${indent}  `)]);
  return [...new Set(below(undefined, ''))];
}

test('a tapped session is sent once it is over, and the tap does not wait for it', async () => {
  const { url, taken } = await collector();
  const [folder, server] = [temporaryFolder(), fileURLToPath(new URL('../fixtures/sdk/v1.mjs', import.meta.url))];
  const tapped = join(folder, 'tapped.mcprec');
  const tap = [programFile(), 'tap', '--out', tapped, '--otlp', url, '--', process.execPath, server];
  const { code, err } = await program('record', '--out', join(folder, 'host.mcprec'), '--', process.execPath, ...tap);
  expect(code, err).toBe(0);
  await eventually(() => taken.length >= 2 && new Set(taken.map(({ path }) => path)).size === 2);
  const { out } = await program('export', tapped, '--to', 'otlp');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  await eventually(() => taken.length >= lines.length);
  const sent = plain(together(taken.map(decoded)));
  expect(sent).toEqual(plain(lines));
  await expect(`${tree((sent as [Traces])[0]).join('\n')}\n`).toMatchFileSnapshot('../golden/export/tapped.spans.txt');
});
