/** Files of other programs that name their servers, keep several of them, or were written for people to read. */
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { filesInZip, importText, isZip } from '#shared/import';
import { membersAsJson, reprAsJson } from '../../../../shared/import/printed-value.ts';
import { events, imported, sketch, textOf, type Imported } from './imported.ts';

describe('a file with several servers', () => {
  test.each(['mcpjam-logs.json', 'claude-many.log', 'code-session.jsonl'])('%s asks for one of them', (file) => {
    for (const server of [undefined, 'nobody', '__proto__'])
      expect(importText(textOf(file), 'x', server === undefined ? {} : { server })).toMatchObject({
        ok: false,
        servers: [{ name: 'garden' }, { name: 'weather', messages: 2 }],
      });
    const garden = imported(textOf(file), 'garden');
    const weather = imported(textOf(file), 'weather');
    const messages = (of: Imported): number => of.recorded.events.filter(({ k }) => k === 'message').length;
    expect(messages(weather)).toBe(2);
    expect(messages(garden)).toBeGreaterThan(2);
    expect(weather.leftOut).toBeGreaterThan(2);
    expect(garden.recorded.header.title).toBe('garden');
  });

  test('one server that talks is taken without a question', () => {
    const log = textOf('claude-many.log')
      .split('\n')
      .filter((line) => !/\[weather\].*Message/.test(line));
    expect(imported(log.join('\n')).recorded.header.title).toBe('garden');
  });

  test('MCPJam: the message in the wrapper, and not the wrapper; other traffic is counted', () => {
    const garden = imported(textOf('mcpjam-logs.json'), 'garden');
    expect(garden.format).toBe('mcpjam');
    expect(events(garden)).toEqual([
      '0 c2s initialize 0',
      '40 s2c answer 0',
      '41 c2s notifications/initialized',
      '80 c2s tools/call 1',
      '180 s2c answer 1',
      '180 gap',
    ]);
    expect(garden.recorded.events[3]).toMatchObject({
      raw: expect.stringMatching(/^\{"method":"tools\/call"/) as string,
    });
    expect([garden.unreadCount, garden.leftOut]).toEqual([0, 4]);
    expect(events(imported(textOf('mcpjam-cli.json')))).toEqual([
      '0 c2s initialize 0',
      '30 s2c answer 0',
      '31 c2s notifications/initialized',
    ]);
  });
});

describe('recordings of other programs', () => {
  test('mcp-tape: the times of messages, the command, the exit', () => {
    const { format, recorded, unread } = imported(textOf('tape.jsonl'));
    expect([format, recorded.header.title]).toEqual(['mcp-tape', 'garden']);
    expect(recorded.header.connection).toMatchObject({ command: 'node', args: ['garden.mjs', '--beds', '3'] });
    expect(recorded.events.map(sketch)).toEqual([
      '0 connection opening',
      '20 c2s initialize 0',
      '55 s2c answer 0',
      '56 c2s notifications/initialized',
      '56 unread {"t":"2026-09-01T08:00:0',
      '900 process exit',
      '900 connection closed',
    ]);
    expect(unread.map(({ at }) => at)).toEqual([5]);
  });

  test('mcp-recorder: lines with times in seconds, and cassettes with latencies', () => {
    expect(events(imported(textOf('recorder-stdio.jsonl'))).slice(0, 3)).toEqual([
      '0 c2s initialize 0',
      '125 s2c answer 0',
      '250 c2s notifications/initialized',
    ]);
    const cassette = imported(textOf('recorder-cassette.json'));
    expect(cassette.format).toBe('mcp-recorder');
    expect(cassette.recorded.header.connection).toEqual({ transport: 'streamable-http', url: 'http://127.0.0.1:9' });
    expect(events(cassette)).toEqual([
      '0 c2s initialize 0',
      '7 s2c answer 0',
      '7 c2s notifications/initialized',
      '8 c2s tools/call 1',
      '26 s2c answer 1',
      '26 log DELETE /mcp 200',
    ]);
    expect(cassette.remarks).toContain('times-unknown');
  });

  test('.vcr: the handshake, both directions, notifications, and no members that are null because they have a place', () => {
    const vcr = imported(textOf('agent.vcr'));
    expect(vcr.recorded.header.connection).toMatchObject({ command: 'node', args: ['garden.mjs', '--beds', '3'] });
    expect(events(vcr)).toEqual([
      '0 c2s initialize 0',
      '0 s2c answer 0',
      '1000 c2s tools/list 1',
      '1028.5 s2c notifications/message',
      '1028.5 s2c answer 1',
      '2000 s2c roots/list 1',
      '2004 c2s answer 1',
    ]);
    expect(vcr.recorded.events[4]).toMatchObject({ raw: '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}' });
  });
});

describe('logs', () => {
  test('Claude Desktop’s later logs have names only, which is said', () => {
    const { recorded, remarks, unreadCount } = imported(textOf('claude-names.log'));
    expect(recorded.events.map(sketch)).toContain('20 log Message from client: met');
    expect(remarks).toEqual(['names-only', 'no-messages']);
    expect(unreadCount).toBe(0);
  });

  test('Claude Code’s log of a server', () => {
    const log = imported(textOf('code-log.jsonl'));
    expect(events(log).filter((each) => !each.includes('log'))).toEqual([
      '0 connection opening',
      '300 stderr',
      '400 connection open',
      '990 connection closed',
      '990 unread \u0000\u0000',
    ]);
    expect(events(log)).toContain('900 log Calling MCP tool: water');
    expect(log.remarks).toContain('no-messages');
  });

  test('a session of Claude Code: calls and results as messages, put together', () => {
    const garden = imported(textOf('code-session.jsonl'), 'garden');
    expect(events(garden)).toEqual([
      '0 c2s tools/call toolu_01',
      '250 s2c answer toolu_01',
      '600 c2s tools/call toolu_04',
      '600 gap',
    ]);
    expect(garden.remarks).toContain('put-together');
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const { raw } = garden.recorded.events[1] as { raw: string };
    expect(JSON.parse(raw)).toMatchObject({ result: { content: [{ text: 'done' }, image] } });
    const weather = imported(textOf('code-session.jsonl'), 'weather').recorded.events[1] as { raw: string };
    expect(JSON.parse(weather.raw)).toMatchObject({ result: { content: [{ text: 'no sky' }], isError: true } });
    const twice = textOf('code-session.jsonl').repeat(2);
    expect(events(imported(twice, 'garden'))).toEqual(events(garden));
  });

  test('the Python SDK’s debug logs, as versions 1 and 2 print messages', () => {
    const log = imported(textOf('python-v2.log'));
    expect(events(log).filter((each) => !each.includes('log'))).toEqual([
      '10 c2s initialize 1',
      '51 s2c answer 1',
      '52 c2s notifications/initialized',
      '70 c2s tools/call 2',
      '90 s2c answer 2',
      '95 unread 2026-09-01 08:00:00,095 ',
    ]);
    expect(log.recorded.header.connection).toMatchObject({ url: 'http://127.0.0.1:9/mcp' });
    const call = log.recorded.events.find((event) => event.k === 'message' && /"say"/.test(event.raw ?? ''));
    expect(JSON.parse((call as { raw: string }).raw)).toEqual({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'say', arguments: { text: 'it\'s "hi"\n\u001b\u202e', n: null, x: -1.5e-7 } },
    });
    expect(events(imported(textOf('python-v1.log'))).slice(-2)).toEqual(['0 c2s ping 3', '0 s2c answer 3']);
  });

  test('names that every object has are no values of Python', () => {
    for (const text of ["{'a': constructor}", '{constructor: 1}', '[toString]', '__proto__'])
      expect(reprAsJson(text)).toBeUndefined();
    expect(membersAsJson('a=valueOf')).toBeUndefined();
  });
});

describe('written for people', () => {
  test('JSON with comments', () => {
    const { recorded, unreadCount } = imported(textOf('commented.jsonc'));
    expect(recorded.events.map(sketch)).toEqual([
      '0 c2s initialize 1',
      '0 s2c answer 1',
      '0 c2s notifications/initialized',
      '0 c2s notifications/closed',
    ]);
    expect(JSON.parse((recorded.events[0] as { raw: string }).raw)).toMatchObject({
      params: { note: '// no comment' },
    });
    expect(unreadCount).toBe(0);
  });

  test('messages with comments one after another', () => {
    const text =
      '// first\n{"jsonrpc":"2.0", // two\n "id":1,\n "method":"ping",}\n{"jsonrpc":"2.0","id":1,"result":{}}\n';
    expect(events(imported(text))).toEqual(['0 log // first', '0 c2s ping 1', '0 s2c answer 1']);
  });

  test('a page of markdown: every block, what is around them, and what was not understood', () => {
    const page = imported(textOf('tutorial.md'));
    expect([page.format, page.recorded.header.title]).toEqual(['markdown', 'A walk through the garden']);
    expect(events(page).filter((each) => !each.includes(' log '))).toEqual([
      '0 c2s initialize 1',
      '0 s2c answer 1',
      '0 c2s notifications/initialized',
      '0 c2s tools/list 2',
      '0 unread { "jsonrpc": "2.0", "id"',
      '0 c2s ping 3',
      '0 s2c answer 3',
    ]);
    expect(events(page)).toContain('0 log First the client says he');
    expect(page.unread.map(({ at }) => at)).toEqual([40]);
  });

  test.each(['notifications/closed', 'exit', '$/cancelRequest'])('%s goes from the client to the server', (method) => {
    expect(events(imported(`{"jsonrpc":"2.0","method":"${method}"}`))).toEqual([`0 c2s ${method}`]);
  });

  test('lines of prose between messages are one part, wherever they stand', () => {
    const prose = 'Dear all,\nsee what came:\n\nIt hangs.\n';
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    const { unread, unreadCount } = imported(`${prose}${ping}${prose.repeat(30)}${ping}{broken\n{broken\n`);
    expect(unreadCount).toBe(4);
    expect(unread.map(({ at }) => at)).toEqual([1, 6, 127, 128]);
  });

  test('a bridge names the server it started as its child, and the client as its stdio', () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const pong = '{"jsonrpc":"2.0","id":1,"result":{}}';
    for (const [asks, answers] of [
      ['SSE → Child (session 5f):', 'Child → SSE:'],
      ['StreamableHttp → Child:', 'Child → StreamableHttp:'],
      ['Stdio → SSE:', 'SSE → Stdio:'],
    ] as const)
      expect(events(imported(`[supergateway] ${asks} ${ping}\n[supergateway] ${answers} ${pong}\n`))).toMatchObject([
        expect.stringContaining('c2s'),
        expect.stringContaining('s2c'),
      ]);
  });

  test('a log of a Python server that has no transport’s lines is read for what it has', () => {
    const log = `DEBUG:mcp.server.lowlevel.server:Initializing server 'garden'
DEBUG:mcp.server.lowlevel.server:Received message: <mcp.shared.session.RequestResponder object at 0x7f00>
INFO:mcp.server.lowlevel.server:Processing request of type ListToolsRequest
DEBUG:mcp.server.lowlevel.server:Response sent
`;
    const named = imported(log);
    expect(named.recorded.header.imported).toMatchObject({ format: 'python-log', unread: 0 });
    expect(named.remarks).toContain('no-messages');
    expect(named.recorded.events).toHaveLength(4);
    const told = `DEBUG:mcp.server.lowlevel.server:Received message: root=InitializedNotification(method='notifications/initialized', params=None, jsonrpc='2.0')`;
    expect(events(imported(`${log}${told}\n`))).toContainEqual(
      expect.stringContaining('c2s notifications/initialized'),
    );
  });

  test('so many lines that were not understood are counted, and the first are named', () => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"ping"}\n${'{what\n'.repeat(5000)}`;
    const { unread, unreadCount, recorded } = imported(text);
    expect([unread.length, unreadCount, recorded.header.imported?.unread]).toEqual([1000, 5000, 5000]);
  });
});

test.each([
  ['comments', '{"jsonrpc":"2.0", // x\n"id":1,"method":"ping",}/*'],
  ['fences', '```\n\n{"jsonrpc"\n> - ~~~\n'],
  ['empty lines', `{"jsonrpc"${'\n'.repeat(40)}`],
  ['objects as Node prints them', "{ id: [ { id: [ 'a' +\n"],
  ['heads of curl', "> GET /a HTTP/1.1\n< HTTP/1.1 200\n$ curl -d '\\''\n"],
  ['heads of a trace', "[Trace - 1:00:00 PM] Sending request 'a - (1)'.\nParams: {\n"],
  ['printed messages', "mcp.client.sse:Sending client message: root=A(b=[{'c': (\n"],
])('%s take time in proportion', (_name, line) => {
  // Quadratic work would take minutes. Time on the processor, so that other programs do not count.
  const before = process.cpuUsage();
  importText(line.repeat(4000), 'x');
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20);
});

describe('archives', () => {
  test('files one after another, without folders and what macOS adds', () => {
    const zip = zipSync({
      'a/': new Uint8Array(),
      '__MACOSX/._b': strToU8('x'),
      'a/b.har': strToU8('har'),
      c: strToU8('c'),
    });
    expect(isZip(zip)).toBe(true);
    const files = [...filesInZip(zip, 1000)].map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]);
    expect(files).toEqual([
      ['a/b.har', 'har'],
      ['c', 'c'],
    ]);
  });

  test('no more bytes than allowed come of it, whatever it says', () => {
    const zip = zipSync({ big: new Uint8Array(5_000_000), small: strToU8('small') });
    expect([...filesInZip(zip, 1_000_000)].map(({ name }) => name)).toEqual(['small']);
    // The sizes in the directory made small: the file unpacks to no more than it said.
    const liar = Buffer.from(zip);
    const directory = liar.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    liar.writeUInt32LE(10, directory + 24);
    expect(sizes(liar).every((size) => size <= 10)).toBe(true);
  });

  function sizes(bytes: Uint8Array): number[] {
    try {
      return [...filesInZip(bytes, 1_000_000)].map((file) => file.bytes.length);
    } catch {
      return [];
    }
  }

  test('one that lists too many files is refused, and none is left out unsaid', () => {
    const many = (count: number): Uint8Array =>
      zipSync(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, new Uint8Array()])), { level: 0 });
    expect([...filesInZip(many(3), 10)]).toHaveLength(3);
    expect(() => [...filesInZip(many(1001), 10)]).toThrow('too many files');
  });

  test('damaged ones give files or an error, and nothing else', () => {
    const zip = zipSync({ a: strToU8('a'.repeat(1000)), b: strToU8('b') });
    const damaged = fc.tuple(fc.nat(zip.length - 1), fc.nat(255)).map(([at, byte]) => {
      const copy = Uint8Array.from(zip);
      copy[at] = byte;
      return copy;
    });
    fc.assert(fc.property(damaged, (bytes) => sizes(bytes).every((size) => size <= 1_000_000)));
  });
});
