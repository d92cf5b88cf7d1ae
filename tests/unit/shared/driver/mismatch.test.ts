/** A call that is refused because its mirrored headers do not fit: the tools are listed anew, and it is repeated once. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '#shared/driver';
import { describe as describeRow } from '#shared/timeline';
import { failure, result, s2c } from '../../script.ts';
import { feed, host, methods, type Script } from '../../scripted-host.ts';
import { end, head } from '../../http-events.ts';

const tool = (mark: string): object => ({
  name: 't',
  inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': mark } } },
});
const PARAMS = '{"name":"t","arguments":{"a":"1", "b":1.0}';

/** The answer to the latest request, or to the one with `id`, in its own exchange. */
function answer(script: Script, message: (id: number) => object, at = script.transport.sent.length): void {
  const x = `x${at}`;
  const { id } = script.transport.sent[at - 1] as { id: number };
  feed(script, head(x, 200, [['Content-Type', 'application/json']]), s2c(message(id), { x }), end(x));
}
const tools =
  (mark: string, more: object = {}) =>
  (id: number) =>
    result(id, { tools: [tool(mark)], ...more });
const refused = (id: number): object => failure(id, -32020, 'Mcp-Param-A');

/** A session that has listed one tool with the mark `A`, and has called it. */
function called(
  details: Parameters<Script['session']['send']>[2] = { form: true },
  policy: Partial<Policy> = {},
): Script {
  const script = host({ revision: '2026-07-28', ...policy }, undefined, true);
  answer(script, (id) =>
    result(id, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, resultType: 'complete' }),
  );
  answer(script, tools('A'));
  const meta = (script.transport.sent.at(-1) as { params: { _meta: object } }).params._meta;
  const text = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":${PARAMS},"_meta":${JSON.stringify(meta)}}}`;
  script.session.send(text, 'user', details);
  return script;
}
/** The methods of what was sent after the call. */
const afterCall = (script: Script): unknown[] => methods(script).slice(3);

describe('a call refused with −32020', () => {
  test('is repeated once, with the headers of all pages of the new list', () => {
    const script = called();
    const { transport, session } = script;
    expect(transport.headers.at(-1)).toContainEqual(['Mcp-Param-A', '1']);
    answer(script, refused);
    expect(afterCall(script)).toEqual(['tools/list']);
    answer(script, (id) => result(id, { tools: [], nextCursor: 'two' }));
    expect(transport.sent.at(-1)).toMatchObject({ method: 'tools/list', params: { cursor: 'two' } });
    answer(script, tools('B'));
    expect(transport.texts.at(-1)).toContain(PARAMS);
    expect(transport.sent.at(-1)).toMatchObject({ id: 6, method: 'tools/call' });
    expect(transport.headers.at(-1)).toContainEqual(['Mcp-Param-B', '1']);
    expect(session.log.state.mismatched.size).toBe(0);

    const operation = session.log.operations.at(-1);
    const first = session.log.operations.find(({ key, method }) => key === 'n:3' && method === 'tools/call');
    expect(operation).toMatchObject({ by: 'auto', repeats: first?.index });
    expect(describeRow(session.log, operation?.opened ?? -1)?.details).toContainEqual({ code: 'repeats', id: '3' });
    answer(script, refused);
    expect(afterCall(script)).toEqual(['tools/list', 'tools/list', 'tools/call']);
  });

  test('stays refused when the new list asks for the same headers, or cannot be had', () => {
    for (const listed of [tools('a'), (id: number): object => failure(id)]) {
      const script = called();
      answer(script, refused);
      answer(script, listed);
      expect(afterCall(script)).toEqual(['tools/list']);
      expect(script.session.log.state.mismatched.size).toBe(0);
    }
  });

  test('that a person typed, or with the step switched off, is left alone', () => {
    for (const script of [called({}), called({ form: true }, { retryHeaders: false })]) {
      answer(script, refused);
      expect(afterCall(script)).toEqual([]);
    }
  });

  test('is not repeated from a listing that began before the refusal', () => {
    const script = called();
    script.session.send(script.transport.texts[1]?.replace('"id":2', '"id":4') ?? '');
    answer(script, refused, 3);
    expect(afterCall(script)).toEqual(['tools/list']);
    answer(script, tools('B'), 4);
    expect(afterCall(script)).toEqual(['tools/list', 'tools/list']);
    answer(script, tools('C'));
    expect(script.transport.headers.at(-1)).toContainEqual(['Mcp-Param-C', '1']);
  });
});
