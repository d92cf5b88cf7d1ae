/** Spans and metrics of a recording: held to golden files, to the conventions, and to what follows from a recording alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundIn } from '#shared/findings';
import { telemetryOf, type Span } from '#shared/otel';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { anyEvents, HEADER, sessionBody } from '../../arbitraries.ts';
import { exportAs, recordedOf, sample } from '../../export-samples.ts';

const message = (dir: 'c2s' | 's2c', value: object): EventBody => ({
  k: 'message',
  dir,
  raw: JSON.stringify({ jsonrpc: '2.0', ...value }),
});
const asks = (id: number, method: string, params: object = {}, dir: 'c2s' | 's2c' = 'c2s'): EventBody =>
  message(dir, { id, method, params });
const answers = (id: number, rest: object, dir: 'c2s' | 's2c' = 's2c'): EventBody => message(dir, { id, ...rest });
const spansOf = (...bodies: readonly EventBody[]): readonly Span[] => telemetryOf(recordedOf(...bodies)).spans;
const named = (spans: readonly Span[], name: string): Span => {
  const span = spans.find((each) => each.name === name);
  if (!span) throw new Error(`no span ${name} among ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

test.each(['typed', 'handshake-http', 'modern-http'])('%s as OTLP/JSON', async (name) => {
  const recorded = sample(`${name}.mcprec`);
  const text = exportAs('otlp', recorded, { found: foundIn(recorded) });
  await expect(text).toMatchFileSnapshot(`../../../golden/export/${name}.otlp.jsonl`);
});

describe('a request', () => {
  test('is named after its tool, and says what came of it', () => {
    const spans = spansOf(
      asks(1, 'tools/call', { name: 'add', arguments: { a: 1 } }),
      answers(1, { result: { isError: true, content: [] } }),
      asks(2, 'prompts/get', { name: 'greet' }),
      answers(2, { error: { code: -32602, message: 'No such prompt' } }),
      asks(3, 'resources/read', { uri: 'file:///a' }),
      answers(3, { result: {} }),
    );
    expect(named(spans, 'tools/call add')).toMatchObject({
      kind: 'client',
      failed: {},
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'add',
        'jsonrpc.request.id': '1',
        'error.type': 'tool_error',
      },
    });
    expect(named(spans, 'prompts/get greet')).toMatchObject({
      failed: { message: 'No such prompt' },
      attributes: { 'error.type': '-32602', 'rpc.response.status_code': '-32602', 'gen_ai.prompt.name': 'greet' },
    });
    const read = named(spans, 'resources/read');
    expect(read.failed).toBeUndefined();
    expect(read.attributes).toMatchObject({ 'mcp.resource.uri': 'file:///a' });
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('arguments');
  });

  test('has the parent that its _meta names; what the server asks meanwhile is below it; the rest is below the session', () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const _meta = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'vendor=1' };
    const spans = spansOf(
      asks(1, 'tools/call', { name: 'a', _meta }),
      asks(1, 'roots/list', {}, 's2c'),
      answers(1, { result: { roots: [] } }, 'c2s'),
      answers(1, { result: {} }),
      asks(2, 'ping', { _meta: { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` } }),
    );
    const [session] = spans;
    const call = named(spans, 'tools/call a');
    expect(call).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', traceState: 'vendor=1', remote: true });
    const roots = named(spans, 'roots/list');
    expect(roots).toMatchObject({ traceId, parentSpanId: call.spanId, sender: 's2c' });
    expect(roots.remote).toBeUndefined();
    expect(named(spans, 'ping')).toMatchObject({ traceId: session?.traceId, parentSpanId: session?.spanId });
    expect(session).toMatchObject({ name: 'mcp.session', kind: 'internal' });
    expect(session?.parentSpanId).toBeUndefined();
    // Nothing belongs to a session of which every request belongs elsewhere.
    expect(spansOf(asks(1, 'ping', { _meta })).map(({ name }) => name)).toEqual(['ping']);
  });

  test('tells of progress and standard error, and of bodies only when asked', () => {
    const recorded = recordedOf(
      asks(1, 'tools/call', { name: 'a', arguments: { secret: 1 }, _meta: { progressToken: 'p' } }),
      message('s2c', { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } }),
      { k: 'stderr', text: 'hello\n' },
      answers(1, { result: { content: [] } }),
    );
    const { spans } = telemetryOf(recorded, { bodies: true });
    const call = named(spans, 'tools/call a');
    expect(call.events).toMatchObject([
      { name: 'mcp.progress', attributes: { 'mcp.progress.value': 1, 'mcp.progress.total': 2 } },
    ]);
    expect(call.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"secret":1}',
      'gen_ai.tool.call.result': '{"content":[]}',
    });
    expect(named(spans, 'mcp.session').events).toMatchObject([{ name: 'mcp.server.stderr' }]);
    expect(telemetryOf(recorded, { events: false }).spans.flatMap(({ events }) => events)).toEqual([]);
  });
});

test('a histogram counts what ended, by method and outcome, and knows no ids', () => {
  const { metrics } = telemetryOf(
    recordedOf(
      asks(1, 'ping'),
      answers(1, { result: {} }),
      asks(2, 'ping'),
      answers(2, { result: {} }),
      asks(3, 'ping'),
    ),
  );
  const [operations, session] = metrics;
  expect(operations).toMatchObject({ name: 'mcp.client.operation.duration', points: [{ count: 2 }] });
  expect(session).toMatchObject({ name: 'mcp.client.session.duration', points: [{ count: 1 }] });
  expect(JSON.stringify(metrics, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
    /request\.id|session\.id/,
  );
});

describe('whatever was recorded', () => {
  const recordings = fc
    .oneof(anyEvents(sessionBody, 30), anyEvents())
    .map((events): Recorded => ({ header: HEADER, events }));

  test('it is exported, twice the same, and every span is within the session, below one that is there', () => {
    fc.assert(
      fc.property(recordings, (recorded) => {
        const text = exportAs('otlp', recorded, { bodies: true });
        expect(exportAs('otlp', recorded, { bodies: true })).toBe(text);
        for (const line of text.trimEnd().split('\n')) JSON.parse(line);
        const { spans } = telemetryOf(recorded);
        const ids = new Set(spans.map(({ spanId }) => spanId));
        expect(ids.size).toBe(spans.length);
        for (const { start, end, parentSpanId, remote, traceId, spanId } of spans) {
          expect(end >= start).toBe(true);
          expect(traceId).toMatch(/^[\da-f]{32}$/);
          expect(spanId).toMatch(/^[\da-f]{16}$/);
          if (parentSpanId !== undefined && !remote) expect(ids).toContain(parentSpanId);
        }
      }),
    );
  });

  test('what had ended is the same when more follows', () => {
    fc.assert(
      fc.property(recordings, fc.nat(), (recorded, cut) => {
        const events = recorded.events.slice(0, cut % (recorded.events.length + 1));
        const key = ({ spanId, name, start }: Span): string => `${spanId} ${name} ${start}`;
        const before = telemetryOf({ ...recorded, events }).spans.filter(({ kind }) => kind === 'client');
        const after = telemetryOf(recorded).spans.filter(({ kind }) => kind === 'client');
        expect(after.slice(0, before.length).map(key)).toEqual(before.map(key));
      }),
    );
  });
});
