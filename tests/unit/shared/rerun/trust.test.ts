/** What a recording from a stranger can make a rerun send without consent: what reads, and nothing else. */
import { describe, expect, test } from 'vitest';
import { liveDetails } from '../../../../shared/rerun/http-details.ts';
import { compareRecordings } from '#shared/compare';
import { toBase64, type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { ANSWERS, onPurpose, ownOrigin, planRerun, type SendStep } from '#shared/rerun';
import { onOneLine } from '../../../../shared/rerun/consent.ts';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, failure, handshake, notification, request, result, s2c } from '../../script.ts';

const HOST = { by: 'host' } as const;
const USER = { by: 'user' } as const;
const NONE = { consent: new Set<number>() } as const;

const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);
const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });
const tool = (name: string, readOnlyHint: boolean): object => ({ name, annotations: { readOnlyHint } });
const listed = (id: number, ...tools: readonly object[]): EventBody[] => [
  c2s(request(id, 'tools/list'), { by: 'auto' }),
  s2c(result(id, { tools })),
];
const WIPE = JSON.stringify(call(5, 'wipe'));
/** Bytes with two lines, the second of which calls the tool in escapes. */
const HIDDEN = toBase64(new TextEncoder().encode(`{}\n${WIPE.replace('/', '\\u002f')}`));
/** A server with the tools `look`, which is marked as read-only, and `wipe`, which is not. */
const serve: Serve = (message) => {
  if (message?.['id'] === undefined || message['method'] === undefined) return [];
  return [
    result(
      message['id'],
      message['method'] === 'tools/list' ? { tools: [tool('look', true), tool('wipe', false)] } : {},
    ),
  ];
};
/** What followed the handshake but for lists of tools. */
const acts = (sent: readonly string[]): string[] => sent.slice(2).filter((each) => !each.includes('"tools/list"'));
const consentOf = (message: EventBody): unknown =>
  planRerun(session(message)).steps.findLast((step): step is SendStep => step.do === 'send')?.consent;

describe('what a message needs', () => {
  test.each([
    [request(3, 'tools/call', { name: 'look' }), 'call'],
    [notification('tools/call', { name: 'look' }), 'call'],
    [request(3, 'resources/read', { uri: 'a:b' }), undefined],
    [request(3, 'prompts/get', { name: 'a' }), undefined],
    [request(3, 'completion/complete'), undefined],
    [request(3, 'tasks/get', { taskId: 'x' }), undefined],
    [notification('notifications/roots/list_changed'), undefined],
    ['\t{"jsonrpc":"2.0","id":3, "method":"ping"} ', undefined],
    [request(3, 'tasks/cancel', { taskId: 'x' }), 'may-change'],
    [request(3, 'resources/subscribe', { uri: 'a:b' }), 'may-change'],
    [request(3, 'logging/setLevel', { level: 'debug' }), 'may-change'],
    [notification('notifications/tasks/status', { taskId: 'x' }), 'may-change'],
    [request(3, 'garden/dig'), 'unknown-method'],
    [request(3, 'Tools/Call', { name: 'look' }), 'unknown-method'],
    [notification('notifications/garden'), 'unknown-method'],
    [result(0, { action: 'accept' }), 'answer'],
    [failure(0), 'answer'],
    [request(3, 'tools/call', { name: 'look', inputResponses: { a: { action: 'accept' } } }), 'answer'],
    [request(3, 'prompts/get', { name: 'a', RequestState: 'x' }), 'answer'],
    [{ ...request(3, 'ping'), result: { action: 'accept' } }, 'unclear'],
    [[request(3, 'ping')], 'unclear'],
    ['{"method":"ping",}', 'unclear'],
    ['', 'unclear'],
    [`\ufeff${JSON.stringify(request(3, 'ping'))}`, 'unclear'],
    [`${JSON.stringify(request(3, 'ping'))}\n${WIPE}`, 'unclear'],
    [`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":\n${WIPE}\n}}`, 'unclear'],
    [`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":\r${WIPE}\r}}`, 'unclear'],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"\u2028"}}', 'unclear'],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"\u0085"}}', 'unclear'],
    ['{"jsonrpc":"2.0","id":3,"method":"tools\\u002flist"}', 'unclear'],
    ['{"jsonrpc":"2.0","id":3,"m\\u0065thod":"ping"}', 'unclear'],
    [{ jsonrpc: '2.0', id: 3, Method: 'tools/call', method: 'ping', params: { name: 'wipe' } }, 'unclear'],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"wipe"},"method":"ping"}', 'unclear'],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"wipe"},"params":{"name":"look"}}', 'unclear'],
    [
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"look"},"param\u017f":{"name":"wipe"}}',
      'unclear',
    ],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"wipe","name":"look"}}', 'unclear'],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"look","Name":"wipe"}}', 'unclear'],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"n\\u0061me":"look"}}', 'unclear'],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"look\\ud800"}}', 'unclear'],
    ['{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":1,"A":2}}', 'unclear'],
    [request(3, 'tools/call', { name: ['look'] }), 'unclear'],
    [request(3, 'tools/call', { name: 'look', tool: 'wipe' }), 'unclear'],
    [request(3, 'ping', ['wipe']), 'unclear'],
    [`[${JSON.stringify(request(5, 'ping', { x: 'x'.repeat(4 * 1024 * 1024) }))}]`, 'unclear'],
  ])('%#', (message, reason) => {
    expect(consentOf(c2s(message, USER))).toBe(reason);
    expect(consentOf(c2s(message, HOST))).toBe(reason);
  });

  test('bytes need consent whatever they hold, and so does what the recording says of headers and the HTTP method', () => {
    const b64 = toBase64(new TextEncoder().encode(JSON.stringify(request(3, 'ping'))));
    expect(consentOf({ k: 'message', dir: 'c2s', b64, ...HOST })).toBe('unclear');
    const over = (method: string, ...headers: [string, string][]): unknown =>
      planRerun(
        session(
          { k: 'http', x: 'a', phase: 'request', method, url: 'http://x/', headers },
          c2s(request(3, 'ping'), { ...USER, x: 'a' }),
        ),
      ).steps.map((step) => step.do === 'send' && step.consent);
    expect(over('POST', ['X-HTTP-Method-Override', 'DELETE'])).toEqual(['http']);
    expect(over('DELETE')).toEqual(['http']);
  });

  test('headers that a person typed go to the origin that they went to, and to no other', () => {
    const headers: [string, string][] = [
      ['X-Api-Key', 'k'],
      ['Mcp-Session-Id', 's'],
      ['MCP-Protocol-Version', 'odd'],
    ];
    const [step] = planRerun(
      session(
        { k: 'http', x: 'a', phase: 'request', method: 'POST', url: 'http://x/mcp', headers },
        c2s(request(3, 'ping'), { ...USER, x: 'a' }),
      ),
    ).steps;
    const sent = (url: string): unknown =>
      step?.do === 'send' &&
      step.http &&
      liveDetails(step.http, [['Mcp-Session-Id', 'own']], { transport: 'streamable-http', url }).headers;
    expect(sent('http://x/other')).toEqual(headers);
    expect(step?.do === 'send' && step.http && ownOrigin(step.http)).toBe('http://x');
    const left = [['Mcp-Session-Id', 'own'], headers[2]];
    for (const url of ['https://x/mcp', 'http://x:81/mcp', 'http://y/mcp']) expect(sent(url)).toEqual(left);
  });
});

describe('a recording can’t make the run call a tool that the server does not mark', () => {
  const wipe = [c2s(call(9, 'wipe'), HOST), s2c(result(9))];
  const LIE = [tool('wipe', true)];
  test.each([
    ['by a list that lies', session(...listed(2, ...LIE), ...wipe)],
    ['by a list that lies after the call', session(...wipe, ...listed(10, ...LIE))],
    ['without a list', session(...wipe)],
    ['by a list of which it asks for a part', session(c2s(request(8, 'tools/list', { cursor: 'x' }), USER), ...wipe)],
    ['in a notification', session(c2s(notification('tools/call', { name: 'wipe' }), HOST))],
    ['in a batch', session(...listed(2, ...LIE), c2s([call(3, 'wipe'), request(4, 'ping')], HOST))],
    ['in a second line', session(c2s(`${JSON.stringify(request(3, 'ping'))}\n${WIPE.replace('/', '\\u002f')}`, USER))],
    [
      'in a line of one message',
      session(c2s(`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":\n${WIPE}\n}}`, HOST)),
    ],
    ['in bytes', session({ k: 'message', dir: 'c2s', b64: HIDDEN, ...HOST })],
  ])('%s', async (_how, recording) => {
    const { sent, run } = await runAgain(recording, serve, NONE);
    expect(acts(sent)).toEqual([]);
    expect(run.steps.at(-1)?.step).toMatchObject({ s: expect.any(Number) });
    expect(run.steps.filter(({ became }) => became === 'declined')).toHaveLength(1);
  });

  test('by an answer of several lines: it goes out as one', async () => {
    const asked: EventBody[] = [
      c2s(request(3, 'ping'), HOST),
      s2c(request(0, 'roots/list')),
      c2s(`{"jsonrpc":"2.0","id":0,"result":{"roots":[],"x":\n${WIPE}\n}}`, USER),
      s2c(result(3)),
    ];
    const asking: Serve = (message, text) =>
      message?.['method'] === 'ping' ? [request(70, 'roots/list'), result(message['id'])] : serve(message, text);
    const { sent } = await runAgain(session(...asked), asking, { consent: new Set([ANSWERS]) });
    expect(acts(sent)).toEqual([
      JSON.stringify(request(2, 'ping')),
      `{"jsonrpc":"2.0","id":70,"result":{"roots":[],"x":${WIPE}}}`,
    ]);
    expect(onOneLine('{ "a b" : [ 1,\r\n"\\" \u2028" ] }')).toBe('{"a b":[1,"\\" \\u2028"]}');
  });
});

describe('the roots of a recording', () => {
  const answered = (roots: readonly object[]): Recorded =>
    session(
      c2s(request(3, 'ping'), HOST),
      s2c(request(0, 'roots/list')),
      c2s(result(0, { roots }), USER),
      s2c(result(3)),
    );
  const asking: Serve = (message, text) =>
    message?.['method'] === 'ping' ? [request(70, 'roots/list'), result(message['id'])] : serve(message, text);

  test('say which folders a server may use, and are given with consent only', async () => {
    const recording = answered([{ uri: 'file:///', name: 'all' }]);
    const { sent, run } = await runAgain(recording, asking, NONE);
    expect(sent.join()).not.toContain('file:///');
    expect(sent.join()).toContain('There is no consent to answer');
    expect(run.answered).toMatchObject([{ method: 'roots/list', from: 'withheld' }]);
    expect(planRerun(recording).answers).toHaveLength(1);
    const agreed = await runAgain(recording, asking, { consent: new Set([ANSWERS]) });
    expect(agreed.sent.join()).toContain('file:///');
  });

  test('need none where there are none', async () => {
    const { sent } = await runAgain(answered([]), asking, NONE);
    expect(sent.join()).toContain('"result":{"roots":[]}');
  });
});

describe('the live list', () => {
  const looks = session(c2s(call(9, 'look'), HOST), s2c(result(9)), c2s(call(10, 'look'), HOST), s2c(result(10)));
  const became = async (list: (cursor: unknown, times: number) => readonly object[]): Promise<string[]> => {
    let times = 0;
    const { run } = await runAgain(
      looks,
      (message, text) =>
        message?.['method'] === 'tools/list'
          ? list((message['params'] as { cursor?: unknown } | undefined)?.cursor, times++).map((each) =>
              'method' in each ? each : { jsonrpc: '2.0', id: message['id'], ...each },
            )
          : serve(message, text),
      NONE,
    );
    return run.steps.map((each) => each.became);
  };
  const page = (tools: readonly object[], nextCursor?: string): object => ({
    result: { tools, ...(nextCursor === undefined ? {} : { nextCursor }) },
  });
  const LOOK = tool('look', true);
  const CHANGED = notification('notifications/tools/list_changed');

  test('is read to its end by the run itself, once, and that is no difference to the recording', async () => {
    const cursors: unknown[] = [];
    expect(
      await became((cursor) => {
        cursors.push(cursor);
        return [cursor === undefined ? page([], 'two') : page([LOOK])];
      }),
    ).toEqual(['taken', 'taken']);
    expect(cursors).toEqual([undefined, 'two']);
    const { run } = await runAgain(looks, serve, NONE);
    const options = { run: onPurpose(planRerun(looks), run) };
    expect(compareRecordings(looks, run.recorded, options).counts).toMatchObject({ equal: 2, extra: 0, missing: 0 });
    // Where the recording has read it too, it is compared.
    const withList = session(c2s(call(9, 'look'), HOST), s2c(result(9)), ...listed(10, LOOK, tool('wipe', false)));
    const again = await runAgain(withList, serve, NONE);
    const { pairs } = compareRecordings(withList, again.run.recorded, {
      run: onPurpose(planRerun(withList), again.run),
    });
    expect(pairs.map(({ method, verdict }) => `${method} ${verdict}`).sort()).toEqual([
      'tools/call equal',
      'tools/list equal',
    ]);
  });

  test.each<[string, (cursor: unknown, times: number) => readonly object[], string[]]>([
    [
      'a page of it is refused',
      (cursor) => [cursor === undefined ? page([LOOK], 'two') : { error: { code: -1, message: '' } }],
      ['declined', 'declined'],
    ],
    ['its pages go round', (cursor) => [page(cursor === undefined ? [LOOK] : [], 'two')], ['declined', 'declined']],
    [
      'it marks the tool in one place and not in another',
      () => [page([LOOK, tool('look', false)])],
      ['declined', 'declined'],
    ],
    ['it changes while it is read', () => [CHANGED, page([LOOK])], ['declined', 'declined']],
    ['it changes once', (_cursor, times) => [...(times === 0 ? [CHANGED] : []), page([LOOK])], ['declined', 'taken']],
    [
      'it changes afterwards',
      (_cursor, times) => [page([tool('look', times === 0)]), ...(times === 0 ? [CHANGED] : [])],
      ['declined', 'declined'],
    ],
  ])('says nothing for a tool where %s', async (_how, list, expected) => {
    expect(await became(list)).toEqual(expected);
  });
});

describe('asking in the course of the run', () => {
  const recording = session(
    ...[c2s(call(3, 'look'), HOST), s2c(result(3)), c2s(call(4, 'wipe', { a: 1 }), HOST), s2c(result(4))],
    ...[c2s(request(5, 'ping'), HOST), s2c(result(5)), c2s(call(6, 'wipe', { a: 2 }), HOST), s2c(result(6))],
  );
  const [, first, , second] = planRerun(recording).steps.map(({ s }) => s);

  test('is done once for all calls that the live list leaves in doubt', async () => {
    const asked: unknown[] = [];
    const { sent } = await runAgain(recording, serve, {
      ...NONE,
      ask: (steps) => {
        asked.push(steps.map(({ s, consent }) => [s, consent]));
        return Promise.resolve(new Set([second ?? 0]));
      },
    });
    expect(asked).toEqual([
      [
        [first, 'tool-may-change'],
        [second, 'tool-may-change'],
      ],
    ]);
    expect(acts(sent)).toHaveLength(3);
    expect(sent.at(-1)).toContain('{"a":2}');
  });

  test('ends the run before anything that may change something went out', async () => {
    const { sent, run } = await runAgain(recording, serve, { ...NONE, ask: () => Promise.resolve('stop') });
    expect(acts(sent)).toHaveLength(1);
    expect(run).toMatchObject({ complete: false });
    expect(run.steps.map(({ became }) => became)).toEqual(['taken', 'declined', 'not-reached', 'not-reached']);
  });
});

describe('recorded answers', () => {
  const accept = { action: 'accept', content: { sure: true } };
  const elicit = (id: number): object => request(id, 'elicitation/create', { message: 'Sure?' });
  const sample = (id: number): object => request(id, 'sampling/createMessage', { maxTokens: 1 });
  const recorded = (given: object): Recorded =>
    session(
      ...[c2s(call(3, 'look'), HOST), s2c(elicit(0)), c2s(result(0, given), USER)],
      ...[s2c(sample(1)), c2s(result(1, { role: 'assistant' }), USER), s2c(result(3))],
    );
  const asking: Serve = (message, text) =>
    message?.['method'] === 'tools/call' ? [elicit(70), sample(71), result(message['id'])] : serve(message, text);
  const answers = async (recording: Recorded, ...consent: number[]): Promise<unknown[]> => {
    const { sent, run } = await runAgain(recording, asking, { consent: new Set(consent) });
    const given = acts(sent).flatMap((each) => (each.includes('"method"') ? [] : [JSON.parse(each) as unknown]));
    return [...given, ...run.answered.map(({ from }) => from)];
  };

  test('that let the server act are withheld without consent, and said to be', async () => {
    expect(await answers(recorded(accept))).toEqual([
      result(70, { action: 'decline' }),
      expect.objectContaining({ id: 71, error: expect.objectContaining({ code: -1 }) }),
      ...['withheld', 'withheld'],
    ]);
    expect(await answers(recorded(accept), ANSWERS)).toEqual([
      result(70, accept),
      result(71, { role: 'assistant' }),
      ...['equal', 'equal'],
    ]);
  });

  test('that refuse are given', async () => {
    expect((await answers(recorded({ action: 'cancel' })))[0]).toEqual(result(70, { action: 'cancel' }));
    expect((await answers(recorded({ action: 'cancel', content: {} })))[0]).toEqual(result(70, { action: 'decline' }));
  });
});
