/** Files of other programs as recordings: each format, what could not be read, and hostile texts. */
import { runs } from '../../seed.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importText, recognise, type ImportResult } from '#shared/import';
import { readRecorded, recordingLines, type WireEvent } from '#shared/recording';
import { logOfEvents } from '../../script.ts';

const folder = new URL('../../../fixtures/imports/', import.meta.url);
const files = readdirSync(folder);
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

type Imported = Extract<ImportResult, { ok: true }>;

function imported(file: string, server?: string): Imported {
  const result = importText(textOf(file), file, server === undefined ? {} : { server });
  if (!result.ok) throw new Error(`${file} was not imported`);
  return result;
}

/** An event in a few words: time in milliseconds, kind, and what tells it apart. */
function sketch(event: WireEvent): string {
  const t = String(event.t / 1000);
  switch (event.k) {
    case 'message': {
      const message = JSON.parse(event.raw ?? '') as { id?: unknown; method?: string; result?: unknown };
      const what = message.method ?? (message.result === undefined ? 'error' : 'result');
      return `${t} ${event.dir} ${what}${message.id === undefined ? '' : ` ${String(message.id)}`}`;
    }
    case 'http':
      return `${t} ${event.x} ${event.phase}${event.status === undefined ? '' : ` ${event.status}`}`;
    case 'connection':
      return `${t} ${event.event}`;
    case 'process':
      return `${t} exit ${String(event.code)}`;
    case 'stderr':
      return `${t} stderr ${event.text?.trimEnd() ?? ''}`;
    case 'unknown':
      return `${t} ${String(event.fields['k'])} ${String(event.fields['text']).replace(/\s+/g, ' ').slice(0, 40)}`;
    case 'gap':
      return `${t} gap ${String(event.events ?? event.bytes)}`;
    default:
      return `${t} ${event.k}`;
  }
}

/** Method and outcome of each operation, as the diagram shows them. */
function operations({ recorded }: Imported): string[] {
  const log = logOfEvents(recorded.events);
  return log.operations.map(({ method, dir, closed }) => `${dir} ${method}${closed === undefined ? ' open' : ''}`);
}

describe('logs of programs that host servers', () => {
  test('VS Code: marked messages, those of several lines, standard error, the command, the exit', () => {
    const { format, recorded, unread, remarks } = imported('vscode.log');
    expect(format).toBe('vscode-log');
    expect(recorded.events.map(sketch)).toEqual([
      '0 opening',
      '1 log Connection state: Starting',
      '2 log Starting server from LocalProcess extens',
      '3 log Server command line: node "/home/ada/my ',
      '50 open',
      '51 c2s initialize 1',
      '75 stderr garden: 3 plants, 3 beds',
      '90 s2c result 1',
      '91 c2s notifications/initialized',
      '100 c2s tools/list 2',
      '104 s2c result 2',
      '105 log Discovered 1 tools',
      '1000 unread [server -> editor] {"jsonrpc":"2.0","id"',
      '2000 log Failed to parse message: "watering..."',
      '3000 exit 3',
      '3000 closed',
    ]);
    expect(recorded.header).toMatchObject({
      title: 'garden',
      startedAt: '2025-05-06T12:00:00.000Z',
      by: { name: 'Visual Studio Code' },
      route: 'tap',
      connection: { command: 'node', args: ['/home/ada/my garden/server.mjs', '--beds', '3'] },
    });
    expect(unread.map(({ at }) => at)).toEqual([19]);
    expect(remarks).toEqual(['zone-unknown', 'written-anew']);
    // Numbers keep their text even where line breaks had to go.
    expect(recorded.events[10]).toMatchObject({ raw: expect.stringContaining('"weight":1.50') as string });
    expect(recorded.events[8]).toMatchObject({ raw: '{"method":"notifications/initialized","jsonrpc":"2.0"}' });
  });

  test('the first version of VS Code’s log, with Windows line ends', () => {
    const log = [
      '2025-03-23 16:38:00.970 [info] [Client Says] {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"a"}}',
      '2025-03-23 16:38:00.989 [info] [Server Says] {"jsonrpc":"2.0","id":4,"result":{"content":[]}}',
      '',
    ].join('\r\n');
    const result = importText(log, 'x');
    expect(result.ok && result.recorded.events.map(sketch)).toEqual(['0 c2s tools/call 4', '19 s2c result 4']);
  });

  test('Cursor: what it did, and a message where one stands in a line', () => {
    const { format, recorded, remarks } = imported('cursor.log');
    expect(format).toBe('cursor-log');
    expect(recorded.header.connection).toEqual({
      transport: 'stdio',
      command: 'npx',
      args: ['-y', 'garden-server', 'serve'],
    });
    expect(recorded.events.map(sketch)).toContain('2473 s2c notifications/message');
    expect(recorded.events.map(sketch)).toContain('16306 closed');
    expect(remarks).toContain('direction-inferred');
    const without = importText(textOf('cursor.log').replace(/^.*jsonrpc.*\n/m, ''), 'x');
    expect(without.ok && without.remarks).toEqual(['zone-unknown', 'no-messages']);
  });

  test('Claude Desktop: metadata behind messages is no part of them; other servers’ lines are left out', () => {
    const { format, recorded, unread, leftOut } = imported('claude.log', 'garden');
    expect(format).toBe('claude-log');
    expect(recorded.events.map(sketch)).toEqual([
      '0 opening',
      '20 log Using MCP server command: C:\\Program Fil',
      '694 open',
      '695 c2s initialize 0',
      '695 stderr garden: 3 plants, 3 beds',
      '920 s2c result 0',
      '922 c2s notifications/initialized',
      '932 c2s tools/call 1',
      '1932 unread Message from server: {"jsonrpc":"2.0","i',
      '3031 closed',
      '3032 log Client transport closed',
      '3033 log Server disconnected. For troubleshooting',
      '3033 gap 1',
    ]);
    expect(recorded.events[6]).toMatchObject({ raw: '{"method":"notifications/initialized","jsonrpc":"2.0"}' });
    expect(recorded.header.connection).toMatchObject({ command: 'C:\\Program Files\\nodejs\\node.exe' });
    expect(unread.map(({ at }) => at)).toEqual([16]);
    expect(leftOut).toBe(1);
  });

  test('Claude Desktop’s earlier order of name and level', () => {
    expect(imported('claude-early.log').recorded.events.map(sketch)).toEqual([
      '0 opening',
      '60 open',
      '74 c2s initialize 0',
      '367 log Unexpected token \'i\', "time=2025-0"... i',
      '368 s2c result 0',
    ]);
  });
});

describe('HTTP', () => {
  test('HAR: the exchanges of one server in order, streams taken apart, the rest counted', () => {
    const result = imported('devtools.har');
    const { format, recorded, unread, leftOut, remarks } = result;
    expect(format).toBe('har');
    expect(recorded.header).toMatchObject({
      by: { name: 'WebInspector', version: '537.36' },
      connection: { transport: 'streamable-http', url: 'http://127.0.0.1:9/mcp' },
    });
    expect(recorded.events.map(sketch)).toEqual([
      '0 x1 request',
      '0 c2s initialize 0',
      '6 x1 response 200',
      '20 s2c result 0',
      '20 x1 end',
      '30 x2 request',
      '30 c2s notifications/initialized',
      '34 x2 response 202',
      '34 x2 end',
      '40 x3 request',
      '46 x3 response 200',
      '46 sse',
      '200 x4 request',
      '200 c2s tools/call 2',
      '206 x4 response 200',
      '206 s2c notifications/progress',
      '250 s2c roots/list 7',
      '250 s2c notifications/tools/list_changed',
      '250 x5 request',
      '250 c2s result 7',
      '254 x5 response 202',
      '254 x5 end',
      '300 s2c result 2',
      '300 x4 end',
      '400 x6 request',
      '400 c2s ping 3',
      '406 x6 response 200',
      '406 gap 40',
      '409 x6 end',
      '940 x3 end',
      '940 unread {"startedDateTime":"2026-08-01T10:00:02.',
      '940 gap 3',
    ]);
    expect(operations(result)).toEqual(['c2s initialize', 'c2s tools/call', 's2c roots/list', 'c2s ping']);
    expect(unread.map(({ at }) => at)).toEqual([10]);
    expect(leftOut).toBe(3);
    expect(remarks).toEqual(['times-in-streams']);
  });

  test('HTTP+SSE: the stream and the address it gives are one server', () => {
    const entry = (t: string, method: string, url: string, sent: string | undefined, type: string, text: string) => ({
      startedDateTime: `2026-08-01T10:00:0${t}Z`,
      time: 5000,
      request: { method, url, headers: [], ...(sent === undefined ? {} : { postData: { text: sent } }) },
      response: {
        status: sent === undefined ? 200 : 202,
        headers: [],
        content: { size: text.length, mimeType: type, text },
      },
      timings: { send: 0, wait: 1, receive: 4999 },
    });
    const entries = [
      entry(
        '0.000',
        'GET',
        'http://h/sse',
        undefined,
        'text/event-stream',
        [
          'event: endpoint\ndata: /messages?sessionId=1\n\n',
          'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
        ].join(''),
      ),
      entry(
        '1.000',
        'POST',
        'http://h/messages?sessionId=1',
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        'text/plain',
        'Accepted',
      ),
    ];
    const result = importText(JSON.stringify({ log: { entries } }), 'x');
    expect(
      result.ok && [result.leftOut, result.recorded.events.map(sketch).filter((each) => / [cs]2/.test(each)).length],
    ).toEqual([0, 2]);
  });

  test('a HAR without MCP traffic is none of ours', () => {
    const request = { method: 'GET', url: 'http://h/', headers: [] };
    const har = { log: { entries: [{ startedDateTime: '2026-08-01T10:00:00Z', request, response: { status: 200 } }] } };
    expect(importText(JSON.stringify(har), 'x')).toEqual({ ok: false });
  });
});

describe('the official inspector', () => {
  test('its protocol log: answers stand in the entry of their request', () => {
    const result = imported('inspector-protocol.json');
    expect(result.format).toBe('inspector');
    expect(result.recorded.events.map(sketch)).toEqual([
      '0 c2s initialize 0',
      '40 s2c result 0',
      '45 c2s notifications/initialized',
      '1000 c2s tools/call 1',
      '1100 s2c roots/list 0',
      '1100 unread { "id": "a5", "timestamp": "never", "dir',
      '1120 c2s result 0',
      '1500 s2c result 1',
      '1500 log the result lacks ttlMs',
    ]);
    expect(result.remarks).toEqual(['written-anew']);
    expect(result.unread.map(({ at }) => at)).toEqual([5]);
    expect(operations(result)).toEqual(['c2s initialize', 'c2s tools/call', 's2c roots/list']);
  });

  test('its network log, console and server logs', () => {
    const network = imported('inspector-network.json');
    expect(network.leftOut).toBe(1);
    expect(network.recorded.events.map(sketch).slice(0, 5)).toEqual([
      '0 x1 request',
      '0 c2s initialize 0',
      '12 x1 response 200',
      '12 s2c result 0',
      '12 x1 end',
    ]);
    expect(imported('inspector-console.json').recorded.events.map(sketch)).toEqual([
      '0 stderr garden: 3 plants',
      '500 stderr watering',
    ]);
    expect(imported('inspector-logs.json').recorded.events.map(sketch)).toEqual(['0 s2c notifications/message']);
  });
});

describe('plain messages', () => {
  test('arrows and times before them; what stands between is not understood', () => {
    const { recorded, unread } = imported('lines.txt');
    expect(recorded.events.map(sketch)).toEqual([
      '0 unread server ready on stdio',
      '0 c2s initialize 1',
      '20 s2c result 1',
      '21 c2s notifications/initialized',
      '500 s2c roots/list 1',
      '510 c2s result 1',
      '510 unread [12:00:00.600] --> {"jsonrpc":"2.0","id"',
    ]);
    expect(unread.map(({ at }) => at)).toEqual([1, 7]);
  });

  test('bare: directions are inferred, numbers stay exact', () => {
    const { recorded, remarks } = imported('bare.jsonl');
    expect(recorded.events.map(sketch).map((each) => each.slice(2))).toEqual([
      'c2s initialize 1',
      's2c result 1',
      'c2s notifications/initialized',
      'c2s tools/call 2',
      's2c sampling/createMessage 9',
      'c2s result 9',
      's2c result 2',
    ]);
    expect(remarks).toEqual(['times-unknown', 'direction-inferred']);
    expect(recorded.events.at(-1)).toMatchObject({ raw: expect.stringContaining('12345678901234567890') as string });
  });

  test('a server’s own log: what it received comes from the client', () => {
    const { recorded, remarks } = imported('structured.jsonl');
    expect(recorded.events.map(sketch)).toEqual([
      '0 c2s initialize 1',
      '10 s2c result 1',
      '20 log {"ts":"2025-05-06T12:00:00.020Z","level"',
      '30 c2s notifications/initialized',
    ]);
    expect(recorded.events.at(-1)).toMatchObject({ raw: '{"jsonrpc":"2.0", "method":"notifications/initialized"}' });
    expect(remarks).toEqual(['written-anew']);
  });

  test('an array, and messages laid out over several lines', () => {
    expect(imported('array.json').unread).toEqual([{ at: 4, text: '{\n  "what": 1\n }' }]);
    const laidOut =
      '{\n "jsonrpc": "2.0",\n "id": 1,\n "method": "ping"\n}\n{\n "jsonrpc": "2.0", "id": 1, "result": {} }';
    const result = importText(laidOut, 'x');
    expect(result.ok && result.recorded.events.map(sketch)).toEqual(['0 c2s ping 1', '0 s2c result 1']);
  });

  test.each([
    ['client: ', 'server: '],
    ['> ', '< '],
    ['[2025-05-06T12:00:00Z] client -> server ', '[2025-05-06T12:00:01Z] server -> client '],
    ['1700000000000 SEND ', '1700000000100 RECV '],
    ['c2s ', 's2c '],
  ])('directions are told by “%s” and “%s”', (client, server) => {
    const text = `${client}{"jsonrpc":"2.0","id":1,"method":"ping"}\n${server}{"jsonrpc":"2.0","id":1,"method":"ping"}\n`;
    const result = importText(text, 'x');
    expect(result.ok && result.recorded.events.map((event) => event.k === 'message' && event.dir)).toEqual([
      'c2s',
      's2c',
    ]);
    expect(result.ok && result.remarks.includes('direction-inferred')).toBe(false);
  });
});

test('a recording of our own is itself; a damaged one says where', () => {
  const { recorded } = imported('vscode.log');
  const lines = [...recordingLines(recorded)];
  expect(importText(lines.join('\n'), 'x')).toMatchObject({ ok: true, format: 'recording', recorded });
  expect(importText(`{"mcprec":9}\n`, 'x')).toMatchObject({ ok: false, problem: { code: 'from-the-future' } });
});

test.each([
  '',
  '\uFEFF',
  'hello',
  '{}',
  '[]',
  'null',
  '{"mcpServers":{}}',
  '[{"a":1}]',
  '{"log":{"entries":[]}}',
  '{"log":',
])('no MCP traffic: %j', (text) => {
  expect(importText(text, 'x')).toEqual({ ok: false });
});

describe('hostile texts', () => {
  /** A small generator of numbers below `n`, the same in every run. */
  function dice(seed: number): (n: number) => number {
    let state = seed;
    return (n) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 0x1_0000_0000) * n);
    };
  }

  test('cut, flipped and joined files are read or refused, and what is read is a whole recording', () => {
    const pieces = [
      '{',
      '[',
      '"',
      '\\',
      '\n',
      '\r',
      '\0',
      '\uFEFF',
      '\uD800',
      '{"__proto__":{"jsonrpc":"2.0"}}',
      'null',
      '1e999',
      '{"log":',
    ];
    const texts = files.map(textOf);
    const roll = dice(7);
    let read = 0;
    for (let round = 0; round < runs(1500); round++) {
      const text = texts[roll(texts.length)] ?? '';
      const at = roll(text.length);
      const other = texts[roll(texts.length)] ?? '';
      const piece = pieces[roll(pieces.length)] ?? '';
      const cases = [
        text.slice(0, at),
        text.slice(at),
        text.slice(0, at) + piece + text.slice(at),
        text.slice(0, at) + piece + text.slice(at + 1 + roll(40)),
        text.slice(0, at) + other.slice(roll(other.length)),
      ];
      const result = importText(cases[roll(cases.length)] ?? '', 'x');
      if (!result.ok) continue;
      read++;
      const { recorded } = result;
      expect(recorded.events.every((event, s) => event.s === s && event.t >= (recorded.events[s - 1]?.t ?? 0))).toBe(
        true,
      );
      const again = readRecorded(`${[...recordingLines(recorded)].join('\n')}\n`);
      expect(again.summary.problems).toEqual([]);
      expect(again.recorded?.events).toEqual(JSON.parse(JSON.stringify(recorded.events)));
    }
    expect(read).toBeGreaterThan(runs(700));
  });

  test.each([
    ['brackets that never close', '{"jsonrpc":"2.0","a":[\n'],
    ['objects that go on', '{"jsonrpc":\n'],
    ['strings that never close', '{"jsonrpc":"2.0","id":1,"method":"\n'],
    ['log lines', '2025-05-06 12:00:00.000 [info] [editor -> server] {\n'],
    ['arrows', `${'-'.repeat(60)}> {"jsonrpc":"2.0","id":1,"method":"ping"}\n`],
    ['messages in one line', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ['other objects in one line', '{"jsonrpc":2}'],
    ['messages that begin where others end', '{"jsonrpc":"2.0",\n"id":1,"method":"ping"}'],
  ])('%s take time in proportion', (_name, line) => {
    // Quadratic work would take much longer. Time on the processor, so that other programs do not count.
    const before = process.cpuUsage();
    importText(line.repeat(8_000), 'x');
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });

  test('nesting a million deep', () => {
    const deep = '['.repeat(1_000_000);
    expect(importText(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}`, 'x').ok).toBe(false);
    expect(importText(`{"log":{"entries":[${deep}`, 'x').ok).toBe(false);
  });
});

test('every sample is recognised as what its name says', () => {
  const expected: { readonly [start: string]: string } = {
    vscode: 'vscode-log',
    cursor: 'cursor-log',
    claude: 'claude-log',
    'code-log': 'claude-code-log',
    'code-session': 'claude-code-session',
    python: 'python-log',
    mcpjam: 'mcpjam',
    tape: 'mcp-tape',
    recorder: 'mcp-recorder',
    agent: 'agent-vcr',
    tutorial: 'markdown',
    commented: 'json-lines',
    devtools: 'har',
    chromium: 'har',
    inspector: 'inspector',
    lines: 'json-lines',
    bare: 'json-lines',
    structured: 'json-lines',
    array: 'json-lines',
    supergateway: 'json-lines',
    curl: 'curl',
    jsonrpc: 'jsonrpc-trace',
  };
  for (const file of files)
    expect([file, recognise(textOf(file))]).toEqual([
      file,
      expected[file.split('.')[0] ?? ''] ?? expected[file.split(/[-.]/)[0] ?? ''],
    ]);
});
