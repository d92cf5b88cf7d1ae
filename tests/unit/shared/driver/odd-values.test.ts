/** What a server may write breaks nothing. */
import { describe, expect, test } from 'vitest';
import { request, result } from '../../script.ts';
import { host, legacy, methods, NEVER } from '../../scripted-host.ts';

const NO_TEXT = { toString: 1, valueOf: 1 };

describe('what a server may write', () => {
  test('as the code of an error', () => {
    const script = host({ revision: 'auto' });
    script.receive({ jsonrpc: '2.0', id: 1, error: { code: NO_TEXT, message: '' } });
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
  });

  test('as the versions it speaks', () => {
    const script = host({ revision: 'auto' });
    script.receive({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32022, message: '', data: { supported: [NO_TEXT, '3'] } },
    });
    expect(script.session.log.state.problem).toMatchObject({ reason: 'unsupported-revision', detail: '3' });
  });

  test('as the message of a form', () => {
    const given = [{ message: 'x', answer: '{"action":"decline"}' }];
    const script = legacy({ elicitation: { mode: 'defaults', given } });
    const [answer] = script.receive(request('a', 'elicitation/create', { message: NO_TEXT }));
    expect(answer).toMatchObject({ id: 'a', result: { action: 'accept' } });
  });

  test('as fields of a form that nothing fits, which is declined', () => {
    const answerTo = (
      field: object,
      form: object = { type: 'object', properties: { n: field }, required: ['n'] },
    ): unknown => {
      const script = legacy({ elicitation: { mode: 'defaults' } });
      const [answer] = script.receive(request('a', 'elicitation/create', { message: 'm', requestedSchema: form }));
      return answer;
    };
    for (const field of [
      { type: 'number', default: 'ten' },
      { type: 'integer', default: 1.5 },
      { type: 'string', enum: ['a', 'b'], default: 'z' },
      { type: 'string', minLength: 5, maxLength: 3 },
      { type: 'number', minimum: 5, maximum: 3 },
      { type: 'boolean', default: 'yes' },
      { type: 'string', oneOf: [{ const: 'a', title: 'A' }], default: 'z' },
      { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['z'] },
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, default: 'a' },
      { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 20 },
    ])
      expect(answerTo(field), JSON.stringify(field)).toMatchObject({ result: { action: 'decline' } });
    expect(answerTo({}, { type: 'array' })).toMatchObject({ result: { action: 'decline' } });
    for (const field of [
      { type: 'string', enum: ['a'] },
      { type: 'number', default: 10 },
      { type: 'string', format: 'email' },
      { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, minItems: 1 },
    ])
      expect(answerTo(field), JSON.stringify(field)).toMatchObject({ result: { action: 'accept' } });
    // What need not be there is left out: many libraries write null where there is no default.
    const optional = { type: 'object', properties: { n: { type: 'string', default: null }, m: { default: 1 } } };
    expect(answerTo({}, optional)).toMatchObject({ result: { action: 'accept', content: { m: 1 } } });
  });

  test('as a default nested deeper than can be written', () => {
    const script = legacy({ elicitation: { mode: 'defaults' } });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const params = `{"message":"m","requestedSchema":{"default":${deep}}}`;
    const sent = script.receive(`{"jsonrpc":"2.0","id":"a","method":"elicitation/create","params":${params}}`);
    expect(sent).toEqual([]);
    expect(script.session.log.state.pending.has('s2c:s:a')).toBe(true);
  });

  test('as the key of what it asks for', () => {
    const script = host({ revision: '2026-07-28', timeouts: NEVER });
    script.receive(result(1, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }));
    script.session.send(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    );
    script.receive(
      '{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"__proto__":{"method":"roots/list"}}}}',
    );
    expect(script.transport.texts.at(-1)).toContain('"inputResponses":{"__proto__":{"roots":[]}}');
  });
});

test('a message too long to be decoded whole has its headers all the same', () => {
  const script = host({ revision: '2026-07-28', timeouts: NEVER }, undefined, true);
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
  const long = 'x'.repeat(5 * 1024 * 1024);
  script.session.send(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":{"a":"${long}"},${meta}}}`,
  );
  expect(script.transport.headers.at(-1)).toEqual([
    ['MCP-Protocol-Version', '2026-07-28'],
    ['Mcp-Method', 'tools/call'],
    ['Mcp-Name', 't'],
  ]);
});
