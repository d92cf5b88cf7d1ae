import { DEFAULT_POLICY, type Policy } from '#shared/driver';
import {
  addMember,
  addParam,
  decodeText,
  removeAt,
  removeMember,
  replaceAt,
  replaceMember,
  scanJson,
} from '#shared/jsonrpc';
import { definesMethod, METHODS, methodsOf, NON_STANDARD_METHODS, senderOf } from '#shared/mcp';
import { checkMessage, SCHEMA_REVISIONS } from '#shared/mcp/schema';
import { SessionLog } from '#shared/session';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { BIG_STRING, DEEP_NEST, grow } from '../../../../web/compose/grow.ts';
import { hexOf, readHex } from '../../../../web/compose/hex-text.ts';
import { liveFacts } from '../../../../web/compose/live-schema.ts';
import { composerSchema, requiredFields } from '../../../../web/compose/schema-tools.ts';
import type { Template } from '../../../../web/compose/template.ts';
import { pingTemplate, revisionInForce, templates } from '../../../../web/compose/templates.ts';
import { variants, type VariantFacts } from '../../../../web/compose/variants.ts';

import { logOf } from '../../log-of.ts';
const clientInfo = { name: 'test', version: '1' };

const policyOf = (revision: string): Policy => ({ ...DEFAULT_POLICY, revision });

function allTemplates(log: SessionLog, revision: string, lines = false): Template[] {
  return templates({ state: log.state, policy: policyOf(revision), client: clientInfo, lines });
}

function templatesOf(log: SessionLog, lines = false): (key: string) => Template {
  const all = allTemplates(log, '2025-06-18', lines);
  return (key) => {
    const found = all.find((template) => template.key === key);
    if (!found) throw new Error(`no template ${key} among ${all.map((each) => each.key).join(', ')}`);
    return found;
  };
}

describe('templates', () => {
  it.each(SCHEMA_REVISIONS)('of %s fit its schema, every method of it', (revision) => {
    const all = allTemplates(logOf(), revision);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const facts of METHODS.filter((each) => definesMethod(each, revision))) {
      const found = all.find(({ key }) => key === facts.method);
      const server = senderOf(facts, revision) === 'server';
      expect(found?.group, facts.method).toBe(server ? 'server' : facts.kind);
      const text = found?.text ?? '';
      expect(text).not.toContain('\n');
      const bare = facts.asInputRequest !== undefined && facts.asInputRequest <= revision;
      // What a server puts into a result there is no message of that revision.
      if (bare) continue;
      expect(decodeText(text)).toMatchObject({ kind: facts.kind, faults: [] });
      expect(checkMessage(revision, JSON.parse(text), { sender: server ? 'server' : 'client' }), text).toEqual([]);
    }
  });

  it.each(SCHEMA_REVISIONS)('answer every request that a server of %s may send', (revision) => {
    const all = allTemplates(logOf(), revision).filter(({ group }) => group === 'unasked');
    for (const { method } of methodsOf(revision, 'server').filter(({ kind }) => kind === 'request')) {
      const text = all.find((each) => each.method === method)?.text ?? '';
      expect(checkMessage(revision, JSON.parse(text), { sender: 'client', answers: method }), text).toEqual([]);
    }
  });

  it('has what other revisions and no revision define, in groups of their own', () => {
    const all = allTemplates(logOf(), '2026-07-28');
    const groupOf = (key: string): string | undefined => all.find((each) => each.key === key)?.group;
    expect(groupOf('initialize')).toBe('elsewhere');
    expect(groupOf('notifications/closed')).toBe('nonStandard');
    expect(groupOf('roots/list')).toBe('elsewhere');
    expect(groupOf('notifications/progress')).toBe('server');
    const initialize = all.find(({ key }) => key === 'initialize')?.text ?? '';
    expect(checkMessage('2025-11-25', JSON.parse(initialize), { sender: 'client' })).toEqual([]);
    for (const { method } of NON_STANDARD_METHODS) expect(groupOf(method)).toBe('nonStandard');
  });

  it('names the revision in force', () => {
    expect(revisionInForce(logOf().state, policyOf('auto'))).toBe('2025-11-25');
    expect(revisionInForce(logOf().state, policyOf('2026-07-28'))).toBe('2026-07-28');
  });

  it('take the next free id, and none for notifications', () => {
    const find = templatesOf(logOf('{"jsonrpc":"2.0","id":41,"method":"ping"}'));
    expect(decodeText(find('tools/list').text)).toMatchObject({ id: 42 });
    expect(find('notifications/cancelled').text).not.toContain('"id"');
    expect(pingTemplate(42, false)).toBe('{"jsonrpc":"2.0","id":42,"method":"ping"}');
  });

  it('name the first tool with what it requires, the first resource and the first prompt', () => {
    const find = templatesOf(
      logOf(
        '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        '<{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"sum","inputSchema":{"type":"object","properties":{"a":{"type":"number"},"mode":{"enum":["x","y"]},"o":{}},"required":["a","mode"]}}]}}',
        '{"jsonrpc":"2.0","id":2,"method":"resources/list"}',
        '<{"jsonrpc":"2.0","id":2,"result":{"resources":[{"uri":"file:///a","name":"a"}]}}',
        '{"jsonrpc":"2.0","id":3,"method":"prompts/list"}',
        '<{"jsonrpc":"2.0","id":3,"result":{"prompts":[{"name":"greet","arguments":[{"name":"who","required":true},{"name":"how"}]}]}}',
      ),
    );
    expect(decodeText(find('tools/call').text)).toMatchObject({
      params: { name: 'sum', arguments: { a: 1, mode: 'x' } },
    });
    expect(find('resources/read').text).toContain('"params":{"uri":"file:///a"}');
    expect(find('prompts/get').text).toContain('"params":{"name":"greet","arguments":{"who":""}}');
  });

  it('offer what the session offered before', () => {
    const find = templatesOf(
      logOf(
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01","capabilities":{"x":{}},"clientInfo":{"name":"n","version":"9"}}}',
      ),
    );
    expect(decodeText(find('initialize').text)).toMatchObject({
      params: { protocolVersion: '1999-01-01', capabilities: { x: {} }, clientInfo: { name: 'n' } },
    });
    expect(decodeText(templatesOf(logOf())('initialize').text)).toMatchObject({
      params: { protocolVersion: '2025-06-18', clientInfo, capabilities: { roots: { listChanged: true } } },
    });
  });

  it('answer open server requests with their exact id', () => {
    const find = templatesOf(
      logOf(
        '<{"jsonrpc":"2.0","id":9007199254740993,"method":"sampling/createMessage","params":{}}',
        '<{"jsonrpc":"2.0","id":"q\\"1","method":"roots/list"}',
      ),
    );
    expect(find('result n:9007199254740993').text).toContain('"id":9007199254740993,"result"');
    expect(find('error s:q"1').text).toContain('"id":"q\\"1","error"');
    expect(decodeText(find('result s:q"1').text)).toMatchObject({ kind: 'response', result: { roots: [] } });
  });

  it('give the input that a result asks for, with the state of the server as it was written', () => {
    const meta =
      '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}';
    const log = logOf(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book","arguments":{"n":1.0},${meta}}}`,
      '<{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s\\u0031","inputRequests":{"ask":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","default":"12A"}},"required":["seat"]}}}}}}',
    );
    const found = allTemplates(log, '2026-07-28').filter(({ group }) => group === 'input');
    expect(found.map(({ method }) => method)).toEqual(['tools/call']);
    const text = found[0]?.text ?? '';
    expect(text).toContain('"inputResponses":{"ask":{"action":"accept","content":{"seat":"12A"}}}');
    expect(text).toContain('"requestState":"s\\u0031"');
    expect(text).toContain('"n":1.0');
    expect(checkMessage('2026-07-28', JSON.parse(text), { sender: 'client' })).toEqual([]);
  });

  it.each(SCHEMA_REVISIONS)('of %s are not advised against by the schema of the composer', (revision) => {
    const { state } = logOf();
    const schema = composerSchema({ revision, answers: undefined, live: liveFacts(state) });
    const validator = new Validator(schema, '2020-12', false);
    for (const { group, text } of allTemplates(logOf(), revision))
      if (group === 'request' || group === 'notification')
        expect(
          validator.validate(JSON.parse(text)).errors.map(({ error }) => error),
          text,
        ).toEqual([]);
  });

  it('can be laid out over lines', () => {
    expect(templatesOf(logOf(), true)('ping').text).toBe('{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "method": "ping"\n}');
  });
});

describe('changing one member by position', () => {
  const text = '{ "id" : 9007199254740993 , "jsonrpc":"2.0","n":1.0,\t"n":2, "method":"m","params":{"id":7}}';

  it('replaces the id and nothing else', () => {
    expect(replaceMember(text, 'id', '12')).toBe(text.replace('9007199254740993', '12'));
  });
  it('keeps big digits elsewhere', () => {
    const big = '{"id":1,"params":{"a":9007199254740993,"b":1.0,"__proto__":{}}}';
    expect(replaceMember(big, 'id', '2')).toBe(big.replace('"id":1', '"id":2'));
  });
  it('takes the last of equal members, which is the one that counts', () => {
    expect(replaceMember('{"id":1,"id":2}', 'id', '3')).toBe('{"id":1,"id":3}');
  });
  it('works up to where a text is broken', () => {
    expect(replaceMember('{"id":1,"method":"m",}', 'id', '2')).toBe('{"id":2,"method":"m",}');
  });
  it('has nothing to change without the member', () => {
    expect(replaceMember('{"method":"m"}', 'id', '2')).toBeUndefined();
    expect(replaceMember('[{"id":1}]', 'id', '2')).toBeUndefined();
    expect(replaceMember('nonsense', 'id', '2')).toBeUndefined();
  });
  it.each([
    ['{"jsonrpc":"2.0","id":1}', '{"id":1}'],
    ['{"id":1,"jsonrpc":"2.0"}', '{"id":1}'],
    ['{"a":1, "jsonrpc" : "2.0" , "id":1}', '{"a":1, "id":1}'],
    ['{"jsonrpc":"2.0"}', '{}'],
  ])('removes a member from %s', (before, after) => {
    expect(removeMember(before, 'jsonrpc')).toBe(after);
  });
});

describe('changing what lies deeper', () => {
  const text = '{"id":1, "params" : {"a":{"b":1.0}} }';
  it('replaces, removes and adds', () => {
    expect(replaceAt(text, ['params', 'a', 'b'], '2')).toBe('{"id":1, "params" : {"a":{"b":2}} }');
    expect(removeAt(text, ['params', 'a', 'b'])).toBe('{"id":1, "params" : {"a":{}} }');
    expect(addMember('{ }', 'x', '1')).toBe('{ "x":1}');
    expect(addMember(text, 'x', '1')).toBe('{"id":1, "params" : {"a":{"b":1.0}},"x":1 }');
    expect(addParam(text, 'c', '0')).toBe('{"id":1, "params" : {"a":{"b":1.0},"c":0} }');
    expect(addParam('{"id":1}', 'c', '0')).toBe('{"id":1,"params":{"c":0}}');
  });
  it('leaves alone what is not there or broken', () => {
    expect(replaceAt(text, ['params', 'z'], '2')).toBeUndefined();
    expect(addMember('{"id":1,', 'x', '1')).toBeUndefined();
    expect(addMember('[1]', 'x', '1')).toBeUndefined();
  });
});

describe('breaking a text on purpose', () => {
  const text = '{"jsonrpc":"2.0","id":5,"method":"ping","params":{"n":9007199254740993}}';
  const facts: VariantFacts = {
    usedId: '4',
    fields: [
      { path: ['jsonrpc'], types: ['string'] },
      { path: ['method'], types: ['string'] },
      { path: ['params', 'n'], types: ['integer'] },
      { path: ['params', 'absent'], types: ['string'] },
    ],
  };
  const madeOf = (key: string, of = text): string => {
    const made = variants(of, facts).find((each) => each.key === key)?.made;
    return made && 'text' in made ? made.text : '';
  };
  const bytesOf = (key: string): Uint8Array => {
    const made = variants(text, facts).find((each) => each.key === key)?.made;
    return made && 'bytes' in made ? made.bytes : new Uint8Array();
  };

  it.each([
    ['no-jsonrpc', 'missing-jsonrpc'],
    ['trailing-comma', 'trailing-comma'],
    ['truncated', 'incomplete-json'],
    ['null-id', 'null-id'],
    ['two-on-a-line', 'two-messages'],
    ['byte-order-mark', 'byte-order-mark'],
  ] as const)('%s gives the fault %s', (key, fault) => {
    expect(decodeText(madeOf(key)).faults).toContain(fault);
  });

  it.each([
    ['wrong-jsonrpc', text.replace('"2.0"', '"1.0"')],
    ['no-id', text.replace('"id":5,', '')],
    ['reuse-id', text.replace('"id":5', '"id":4')],
    ['fractional-id', text.replace('"id":5', '"id":1.5')],
    ['big-id', text.replace('"id":5', '"id":9007199254740993')],
    ['unknown-method', text.replace('"ping"', '"no/such/method"')],
    ['result-and-error', '{"jsonrpc":"2.0","id":5,"result":{},"error":{"code":-32603,"message":"Both at once"}}'],
    ['duplicate-keys', text.replace(/}$/, ',"params":{"n":9007199254740993}}')],
    ['big-integer', text.replace('}}', ',"big":90071992547409939007199254740993}}')],
    ['lone-surrogate', text.replace('}}', ',"lone":"\\ud800"}}')],
    ['newline', text.replace('"2.0",', '"2.0"\n,')],
    ['batch-of-one', `[${text}]`],
    ['batch-of-two', `[${text},${text}]`],
    ['empty-batch', '[]'],
    ['wrong-type method', text.replace('"ping"', '42')],
    ['missing-field method', text.replace('"method":"ping",', '')],
    ['wrong-type params.n', text.replace('9007199254740993', '"text"')],
    ['missing-field params.n', text.replace('"n":9007199254740993', '')],
  ])('%s', (key, expected) => {
    expect(madeOf(key)).toBe(expected);
  });

  it('makes bytes that are no UTF-8', () => {
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf('invalid-utf8'))).toThrow();
    expect([...bytesOf('invalid-utf8')].filter((byte) => byte === 0xff).length).toBe(1);
    expect(Buffer.from(bytesOf('surrogate-bytes')).includes(Buffer.of(0xed, 0xa0, 0x80))).toBe(true);
    expect(Buffer.from(bytesOf('as-hex')).toString()).toBe(text);
  });

  it('grows a message when it is sent', () => {
    const big = grow(text, 'big-string') ?? '';
    expect(big.length - text.length).toBe(BIG_STRING + ',"big":""'.length);
    expect(decodeText(big).faults).toEqual([]);
    expect(scanJson(grow(text, 'deep-nest') ?? '').depth).toBe(DEEP_NEST + 2);
    expect(grow('no object', 'big-string')).toBeUndefined();
    expect(madeOf('big-string')).toBe(text);
  });

  it('keeps the digits of every number it does not break', () => {
    for (const { made, key } of variants(text, facts)) {
      const about = [
        'truncated',
        'result-and-error',
        'empty-batch',
        'empty',
        'wrong-type params.n',
        'missing-field params.n',
      ];
      if ('text' in made && !about.includes(key)) expect(made.text, key).toContain('"n"');
      if ('text' in made && !about.includes(key)) expect(made.text, key).toMatch(/9007199254740993/);
    }
  });

  it('leaves out what does not apply', () => {
    const keys = (of: string, usedId?: string): string[] => variants(of, { usedId, fields: [] }).map(({ key }) => key);
    expect(keys('plain words')).not.toContain('null-id');
    expect(keys('plain words')).not.toContain('big-string');
    expect(keys('{}')).not.toContain('trailing-comma');
    expect(keys(text)).not.toContain('reuse-id');
    expect(keys(`\ufeff${text}`)).not.toContain('byte-order-mark');
  });
});

describe('required fields of a method', () => {
  it('come from the schema, and from the tool that is called', () => {
    const tool = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    };
    const fields = requiredFields('2025-11-25', 'tools/call', tool);
    expect(fields).toContainEqual({ path: ['params', 'name'], types: ['string'] });
    expect(fields).toContainEqual({ path: ['params', 'arguments', 'city'], types: ['string'] });
    expect(fields.map(({ path }) => path.join('.'))).not.toContain('params.arguments.days');
    const names = (revision: string, method: string): string[] =>
      requiredFields(revision, method).map(({ path }) => path.join('.'));
    expect(names('2025-06-18', 'initialize')).toContain('params.clientInfo.name');
    expect(names('2026-07-28', 'tools/list')).toContain('params._meta.io.modelcontextprotocol/protocolVersion');
  });
});

describe('bytes as hexadecimal text', () => {
  it('is read back', () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, index) => index * 6);
    expect(readHex(hexOf(bytes))).toEqual({ bytes });
    expect(hexOf(bytes).split('\n').length).toBe(3);
    expect(readHex('7B22 fF')).toEqual({ bytes: Uint8Array.of(0x7b, 0x22, 0xff) });
  });
  it.each([
    ['7b 2', 3],
    ['7b 2 2', 3],
    ['xx', 0],
  ])('%s is wrong at %i', (text, at) => {
    expect(readHex(text)).toEqual({ at });
  });
});
