/** The composer's pure parts on the way to the wire: advice, schema, headers, repetition, and finding what was sent. */
import type { WireEvent } from '#shared/recording';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { adviseOn } from '../../../../web/compose/advice.ts';
import { plainText } from '../../../../web/compose/hex-text.ts';
import { composerSchema } from '../../../../web/compose/schema-tools.ts';
import {
  AS_PLANNED,
  changes,
  httpDetails,
  plannedHeaders,
  withSent,
  withValue,
} from '../../../../web/compose/http-draft.ts';
import { LiveKey, liveFacts } from '../../../../web/compose/live-schema.ts';
import { repeatSteps } from '../../../../web/compose/repeat.ts';
import { searchGroups } from '../../../../web/compose/search-groups.ts';
import { SentWatch } from '../../../../web/compose/sent-watch.ts';

import { logOf } from '../../log-of.ts';

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

describe('how a message goes over HTTP', () => {
  const planned = plannedHeaders(
    [
      ['Mcp-Session-Id', 'a'],
      ['MCP-Protocol-Version', '2025-11-25'],
    ],
    ['Authorization', 'accept'],
  );

  it('plans what is usual, what the revision asks for, and what is set for the connection', () => {
    expect(planned.map(({ name, from }) => `${name} ${from}`)).toEqual([
      'Content-Type transport',
      'Mcp-Session-Id protocol',
      'MCP-Protocol-Version protocol',
      'Authorization connection',
      'accept connection',
    ]);
    expect(httpDetails(AS_PLANNED, planned)).toBeUndefined();
  });

  it('changes, leaves out and adds', () => {
    let draft = withValue(AS_PLANNED, planned, 'mcp-session-id', 'no-such-session');
    draft = withValue(draft, planned, 'X-By-Hand', '1');
    draft = withSent(withSent(draft, 'Content-Type', false), 'MCP-Protocol-Version', false);
    expect(httpDetails(draft, planned)).toEqual({
      headers: [
        ['Mcp-Session-Id', 'no-such-session'],
        ['X-By-Hand', '1'],
      ],
      without: ['content-type', 'mcp-protocol-version'],
    });
    expect(changes(draft)).toBe(4);
    expect(httpDetails(withSent(draft, 'Content-Type', true), planned)?.without).toEqual(['mcp-protocol-version']);
  });

  it('sends nothing but the list, by another method', () => {
    const draft = { ...withValue(AS_PLANNED, planned, 'bad name', 'x'), exact: true, method: 'PUT' };
    expect(httpDetails(draft, planned)).toEqual({
      headers: [
        ['Content-Type', 'application/json'],
        ['Mcp-Session-Id', 'a'],
        ['MCP-Protocol-Version', '2025-11-25'],
      ],
      method: 'PUT',
      exact: true,
    });
  });
});

describe('one message many times', () => {
  const text = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
  const own = '{"jsonrpc":"2.0","id":"auto","method":"ping"}';

  it('in order, each after the answer to the one before', () => {
    const steps = repeatSteps(text, { times: 2, atOnce: false, sameId: false });
    expect(steps.map((step) => (step.do === 'send' ? step.text : step.do))).toEqual([own, 'answer', own, 'answer']);
  });
  it('all at once, with one id', () => {
    const steps = repeatSteps(text, { times: 3, atOnce: true, sameId: true });
    expect(steps.map((step) => (step.do === 'send' ? step.text : step.do))).toEqual([text, text, text, 'answers']);
  });
  it('does not wait for what is no request', () => {
    expect(repeatSteps('{"broken', { times: 2, atOnce: false, sameId: false }).map((step) => step.do)).toEqual([
      'send',
      'send',
    ]);
    expect(repeatSteps(Uint8Array.of(1), { times: 2, atOnce: true, sameId: false }).map((step) => step.do)).toEqual([
      'bytes',
      'bytes',
    ]);
  });
});

describe('the schema of the composer', () => {
  const log = logOf(
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    '<{"jsonrpc":"2.0","id":1,"result":{"nextCursor":"page-2","tools":[{"name":"sum","description":"Adds","inputSchema":{"$id":"x","type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"number"}},"required":["a"]}}]}}',
    '{"jsonrpc":"2.0","id":2,"method":"ping"}',
    '<{"jsonrpc":"2.0","id":"ask","method":"roots/list"}',
  );
  const schema = (revision = '2025-11-25', answers?: string): object =>
    composerSchema({ revision, answers, live: liveFacts(log.state) });
  const errors = (message: object, revision?: string): string[] =>
    new Validator(schema(revision), '2020-12', false).validate(message).errors.map(({ error }) => error);

  it('knows the tools and the schemas of their arguments', () => {
    const call = (params: object): object => ({ jsonrpc: '2.0', id: 9, method: 'tools/call', params });
    expect(errors(call({ name: 'sum', arguments: { a: 1 } }))).toEqual([]);
    expect(errors(call({ name: 'sum', arguments: { a: 'one' } })).join()).toContain('number');
    expect(errors(call({ name: 'sum', arguments: {} })).join()).toContain('"a"');
    expect(errors(call({ name: 'none' }))).not.toEqual([]);
  });

  it('offers cursors, open ids and the batch of the one revision that has it', () => {
    expect(JSON.stringify(schema())).toContain('"enum":["page-2"]');
    expect(JSON.stringify(schema())).toContain('"enum":["ask"],"enumDescriptions":["roots/list"]');
    expect(JSON.stringify(schema())).toContain('"enum":[2],"enumDescriptions":["ping"]');
    expect(errors([{ jsonrpc: '2.0', id: 1, method: 'ping' }], '2025-03-26')).toEqual([]);
    expect(errors([{ jsonrpc: '2.0', id: 1, method: 'ping' }])).not.toEqual([]);
  });

  it('is made again when what it is made of changes, and only then', () => {
    const keys = new LiveKey();
    const before = keys.of(liveFacts(log.state));
    log.append({ s: log.length, t: log.length, k: 'note', at: 0, text: 'x' });
    expect(keys.of(liveFacts(log.state))).toBe(before);
    log.append({ s: log.length, t: log.length, k: 'message', dir: 's2c', raw: '{"jsonrpc":"2.0","id":2,"result":{}}' });
    expect(keys.of(liveFacts(log.state))).not.toBe(before);
  });
});

describe('searching a list', () => {
  const groups = [
    { title: 'Requests', items: [{ title: 'tools/list' }, { title: 'ping', hint: 'is it there' }] },
    { title: 'Notifications', items: [{ title: 'notifications/tools/list_changed' }] },
    { title: 'None', items: [] },
  ];
  const find = (text: string): string[] =>
    searchGroups(groups, text).flatMap(({ title, items }) => [title, ...items.map((item) => `- ${item.title}`)]);

  it('leaves out empty groups', () => {
    expect(find(' ').filter((line) => !line.startsWith('-'))).toEqual(['Requests', 'Notifications']);
  });
  it('finds words of the title, the hint and the group', () => {
    expect(find('THERE')).toEqual(['Requests', '- ping']);
    expect(find('notif list')).toEqual(['Notifications', '- notifications/tools/list_changed']);
    expect(find('zzz')).toEqual([]);
  });
  it('puts the best first', () => {
    expect(find('notifications/t')[0]).toBe('Notifications');
    expect(find('list')).toEqual(['Requests', '- tools/list', 'Notifications', '- notifications/tools/list_changed']);
  });
});

describe('finding the events of what was sent', () => {
  const sent = (s: number, payload: { raw: string } | { b64: string }, by: 'user' | 'auto' = 'user'): WireEvent => ({
    s,
    t: s,
    k: 'message',
    dir: 'c2s',
    by,
    ...payload,
  });
  const watch = (from: number, ...messages: (string | Uint8Array)[]): SentWatch => {
    const made = new SentWatch(from);
    for (const message of messages) made.add(message);
    return made;
  };

  it('takes the first equal text of the person after sending', () => {
    const events: WireEvent[] = [sent(0, { raw: 'x' }), sent(1, { raw: 'x' }, 'auto')];
    const one = watch(1, 'x');
    one.read(events);
    expect(one.at(0)).toBeUndefined();
    events.push(sent(2, { raw: 'y' }), sent(3, { raw: 'x' }), sent(4, { raw: 'x' }));
    one.read(events);
    expect(one.at(0)).toBe(3);
  });

  it('keeps equal messages apart by their order', () => {
    const three = watch(0, 'x', 'y', 'x');
    three.read([sent(0, { raw: 'x' }), sent(1, { raw: 'y' }), sent(2, { raw: 'x' })]);
    expect([three.at(0), three.at(1), three.at(2)]).toEqual([0, 1, 2]);
  });

  it('knows bytes, and a text whose lone surrogate UTF-8 could not carry', () => {
    const two = watch(0, 'a\ud800', Uint8Array.of(0xff));
    two.read([sent(0, { raw: 'a\ufffd' }), sent(1, { b64: '/w==' })]);
    expect([two.at(0), two.at(1)]).toEqual([0, 1]);
  });
});

describe('what stands where bytes are typed', () => {
  it.each([
    ['7b 7d', '{}'],
    ['7b ff', undefined],
    ['{"pasted":1}', '{"pasted":1}'],
    ['7b 2', '7b 2'],
    ['', ''],
  ])('%j is the text %j', (typed, text) => {
    expect(plainText(typed)).toBe(text);
  });
});
