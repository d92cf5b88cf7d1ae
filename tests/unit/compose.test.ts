import { decodeText } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { describe, expect, it } from 'vitest';
import { adviseOn } from '../../web/compose/advice.ts';
import { BREAKAGES, breakText } from '../../web/compose/broken.ts';
import { readHeaderLines } from '../../web/compose/header-lines.ts';
import { SentWatch } from '../../web/compose/sent-watch.ts';
import { removeMember, replaceMember } from '../../web/compose/splice-json.ts';
import { pingTemplate, templates, type Template } from '../../web/compose/templates.ts';

const clientInfo = { name: 'test', version: '1' };

/** A log of messages, client's first unless marked `<`. */
function logOf(...texts: readonly string[]): SessionLog {
  const log = new SessionLog();
  for (const text of texts) {
    const s2c = text.startsWith('<');
    log.append({ s: log.length, t: log.length, k: 'message', dir: s2c ? 's2c' : 'c2s', raw: text.slice(s2c ? 1 : 0) });
  }
  return log;
}

function templatesOf(log: SessionLog, lines = false): (key: string) => Template {
  const all = templates({ state: log.state, revision: '2025-06-18', clientInfo, lines });
  return (key) => {
    const found = all.find((template) => template.key === key);
    if (!found) throw new Error(`no template ${key} among ${all.map((each) => each.key).join(', ')}`);
    return found;
  };
}

describe('templates', () => {
  it('are messages without a fault, on one line', () => {
    const all = templates({ state: logOf().state, revision: '2025-11-25', clientInfo, lines: false });
    expect(all.length).toBeGreaterThan(15);
    for (const { text, kind } of all) {
      expect(text).not.toContain('\n');
      expect(decodeText(text)).toMatchObject({ kind, faults: [] });
    }
  });

  it('take the next free id, and none for notifications', () => {
    const find = templatesOf(logOf('{"jsonrpc":"2.0","id":41,"method":"ping"}'));
    expect(decodeText(find('tools/list').text)).toMatchObject({ id: 42 });
    expect(find('notifications/cancelled').text).not.toContain('"id"');
    expect(pingTemplate(42, false)).toBe('{"jsonrpc":"2.0","id":42,"method":"ping"}');
  });

  it('belong to the revision that is spoken and to the client', () => {
    const keys = templates({ state: logOf().state, revision: '2024-11-05', clientInfo, lines: false }).map(
      ({ key }) => key,
    );
    expect(keys).toContain('tools/call');
    expect(keys).not.toContain('tasks/get');
    expect(keys).not.toContain('roots/list');
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
      params: { name: 'sum', arguments: { a: 0, mode: 'x' } },
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

describe('breaking a text on purpose', () => {
  const text = '{"jsonrpc":"2.0","id":5,"method":"ping","params":{"n":9007199254740993}}';
  const broken = (how: (typeof BREAKAGES)[number]): string => breakText(text, how, '4') ?? '';

  it.each([
    ['no-jsonrpc', 'missing-jsonrpc'],
    ['trailing-comma', 'trailing-comma'],
    ['cut', 'incomplete-json'],
    ['null-id', 'null-id'],
    ['twice', 'two-messages'],
    ['byte-order-mark', 'byte-order-mark'],
  ] as const)('%s gives the fault %s', (how, fault) => {
    expect(decodeText(broken(how)).faults).toContain(fault);
  });

  it('reuses an id, asks for an unknown method, wraps in a batch, spreads over lines', () => {
    expect(broken('reuse-id')).toBe(text.replace('"id":5', '"id":4'));
    expect(broken('unknown-method')).toBe(text.replace('"ping"', '"no/such/method"'));
    expect(broken('batch-of-one')).toBe(`[${text}]`);
    expect(broken('pretty').split('\n').length).toBeGreaterThan(5);
  });

  it('keeps the digits of every number it does not break', () => {
    for (const how of BREAKAGES.filter((each) => each !== 'cut')) expect(broken(how)).toContain('9007199254740993');
  });

  it('says when a way does not apply', () => {
    expect(breakText('plain words', 'null-id', '1')).toBeUndefined();
    expect(breakText('{}', 'trailing-comma', '1')).toBeUndefined();
    expect(breakText(text, 'reuse-id', undefined)).toBeUndefined();
    expect(breakText(`\ufeff${text}`, 'byte-order-mark', '1')).toBeUndefined();
  });
});

describe('advice', () => {
  it('measures bytes and lines and names faults', () => {
    expect(adviseOn('{"jsonrpc":"2.0","method":"é"}')).toEqual({
      bytes: 31,
      faults: [],
      lines: 1,
      loneSurrogate: false,
    });
    expect(adviseOn('{\n}\n')).toMatchObject({ lines: 3, faults: ['missing-jsonrpc', 'not-a-message'] });
    expect(adviseOn('"\ud800"').loneSurrogate).toBe(true);
    expect(adviseOn('"😀"').loneSurrogate).toBe(false);
  });
});

describe('headers typed as lines', () => {
  it('reads names and values and says which lines are none', () => {
    expect(readHeaderLines('Mcp-Session-Id:  a b \n\nnonsense\r\nX-Empty:\nbad name: 1')).toEqual({
      headers: [
        ['Mcp-Session-Id', 'a b'],
        ['X-Empty', ''],
      ],
      unread: [3, 5],
    });
  });
});

describe('finding the event of a sent text', () => {
  const sent = (s: number, raw: string, by: 'user' | 'auto' = 'user'): WireEvent => ({
    s,
    t: s,
    k: 'message',
    dir: 'c2s',
    by,
    raw,
  });

  it('takes the first equal text of the person after sending', () => {
    const events: WireEvent[] = [sent(0, 'x'), sent(1, 'x', 'auto')];
    const watch = new SentWatch('x', 1);
    expect(watch.find(events)).toBeUndefined();
    events.push(sent(2, 'y'), sent(3, 'x'), sent(4, 'x'));
    expect(watch.find(events)).toBe(3);
  });

  it('knows a text whose lone surrogate UTF-8 could not carry', () => {
    expect(new SentWatch('a\ud800', 0).find([sent(0, 'a\ufffd')])).toBe(0);
  });
});
