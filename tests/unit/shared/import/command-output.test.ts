/** What programs print: curl, bridges, and the trace of vscode-jsonrpc. The files are theirs, shortened. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importText } from '#shared/import';
import { inspectedAsJson } from '../../../../shared/import/printed-value.ts';
import { events, imported, textOf, type Imported } from './imported.ts';

const rawsOf = ({ recorded }: Imported): string[] =>
  recorded.events.flatMap((event) => (event.k === 'message' ? [event.raw ?? ''] : []));

describe('what programs print', () => {
  test('a trace of vscode-jsonrpc: messages from their names and what stands below them', () => {
    const trace = imported(textOf('jsonrpc-trace.log'));
    expect(events(trace)).toEqual([
      '0 c2s initialize 0',
      '0 s2c answer 0',
      '0 c2s notifications/initialized',
      '0 c2s ping 1',
      '0 s2c answer 1',
      '0 c2s tools/call 2',
      '0 s2c answer 2',
      '0 c2s logging/setLevel 3',
      '0 s2c answer 3',
      '0 s2c roots/list 0',
      '0 c2s answer 0',
      '0 c2s nosuch 4',
      '0 s2c notifications/message',
      '0 s2c answer 4',
    ]);
    const raws = rawsOf(trace);
    expect(raws[5]).toBe(
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x","arguments":{"a":"it's (3)'."}}}`,
    );
    expect(raws[6]).toBe(
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool (x)","data":{"why":"none"}}}',
    );
    expect(raws[8]).toBe('{"jsonrpc":"2.0","id":3,"result":null}');
    expect(trace.recorded.header.startedAt).toBe('1970-01-01T16:53:31.000Z');
    expect(trace.unreadCount).toBe(0);

    const short = textOf('jsonrpc-trace.log')
      .split('\n')
      .filter((line) => line.startsWith('[Trace'));
    const names = imported(short.join('\n'));
    expect(names.remarks).toEqual(expect.arrayContaining(['names-only', 'no-messages']));
    expect(names.recorded.events).toHaveLength(short.length);

    const asJson = `[MCP   - 4:53:32 PM] {"isLSPMessage":true,"type":"receive-response","message":{"jsonrpc":"2.0","id":1,"result":{}},"timestamp":1795539212058}`;
    expect(events(imported(asJson))).toEqual(['0 s2c answer 1']);
  });

  test('curl -v: exchanges with their heads, bodies, and what the command sent', () => {
    const { recorded, unreadCount, remarks } = imported(textOf('curl-terminal.log'));
    const shown = recorded.events.map((event) => {
      if (event.k === 'http') return [event.phase, event.status ?? event.method ?? event.by].join(' ');
      return event.k === 'message' ? `${event.dir} ${(event.raw ?? '').slice(0, 44)}` : event.k;
    });
    expect(shown).toEqual([
      'request POST',
      'c2s {"jsonrpc":"2.0","id":1,"method":"initialize',
      'response 200',
      's2c {"result":{"protocolVersion":"2025-06-18","c',
      'end server',
      'request POST',
      'c2s {"jsonrpc":"2.0","id":2,"method":"ping"}',
      'response 200',
      's2c {"jsonrpc":"2.0","id":2,"result":{}}',
      'end server',
      'request POST',
      'gap',
      'response 404',
      'end server',
    ]);
    expect(recorded.header.connection).toEqual({ transport: 'streamable-http', url: 'http://127.0.0.1:3001/mcp' });
    expect(recorded.events[7]).toMatchObject({ phrase: 'Fine by me', headers: [['content-type', 'application/json']] });
    expect(recorded.events[5]).toMatchObject({
      headers: expect.arrayContaining([['Mcp-Session-Id', '8536a93d-0355-40b2-9ec7-6fb4d8832733']]),
    });
    expect([unreadCount, remarks]).toEqual([0, ['times-unknown']]);
  });

  test('curl -v into a file: the meter is no body, https is told, times of day are taken', () => {
    const text = [
      '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current',
      '                                 Dload  Upload   Total   Spent    Left  Speed',
      '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying [::1]:443...',
      '10:00:00.100000 * SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384',
      '10:00:00.200000 > POST /mcp?k=1 HTTP/2\r',
      '10:00:00.200000 > Host: mcp.example\r',
      '10:00:00.200000 > \r',
      '10:00:00.200000 } [36 bytes data]',
      '10:00:00.450000 < HTTP/2 200 \r',
      '10:00:00.450000 < content-type: application/json\r',
      '10:00:00.450000 < \r',
      '10:00:00.450000 { [36 bytes data]',
      '\r100    72  100    36  100    36   142k  10418 --:--:-- --:--:-- --:--:--  145k',
      '10:00:00.460000 * Connection #0 to host mcp.example left intact',
      '{"jsonrpc":"2.0","id":2,"result":{}}',
    ];
    const { recorded, remarks } = imported(text.join('\n'));
    expect(recorded.events.map(({ t, k }) => [t, k])).toEqual([
      [0, 'http'],
      [250_000, 'http'],
      [250_000, 'message'],
      [250_000, 'http'],
    ]);
    expect(recorded.header.connection).toMatchObject({ url: 'https://mcp.example/mcp?k=1' });
    expect(remarks).toEqual(['zone-unknown']);
  });

  test('what looks like a command or the meter inside of a body is part of the body', () => {
    const text = (body: string): string =>
      `$ curl -v -d '{"jsonrpc":"2.0","id":1,"method":"ping"}' http://a.test/mcp\n> POST /mcp HTTP/1.1\n> Host: a.test\n> \n` +
      `< HTTP/1.1 200 OK\n< Content-Type: application/json\n< \n${body}\n`;
    for (const said of ['Run: $ curl -s https://example.com', 'took --:--:-- now', '% Received % Xferd', 'root# ']) {
      const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: said }] } });
      expect(rawsOf(imported(text(answer)))).toEqual(['{"jsonrpc":"2.0","id":1,"method":"ping"}', answer]);
      const wide = JSON.stringify(JSON.parse(answer), undefined, 2);
      expect(rawsOf(imported(text(wide)))[1]).toBe(wide);
    }
  });

  test('curl shows how far it is before what it says of a slow answer, and amid its body', () => {
    const row = (seconds: number): string =>
      `\r100    40    0     0  100    40      0     18  0:00:0${seconds}  0:00:0${seconds} --:--:--    18`;
    const slow =
      `  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n` +
      `                                 Dload  Upload   Total   Spent    Left  Speed\n` +
      `\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:80...\n` +
      `> POST /mcp HTTP/1.1\r\n> Host: a.test\r\n> \r\n} [40 bytes data]\n` +
      `${row(1)}${row(2)}< HTTP/1.1 200 OK\r\n< Content-Type: application/json\r\n< \r\n{ [15 bytes data]\n` +
      `{"jsonrpc"${row(3)}:"2.0","id":1,"result":{}}${row(4)}${row(4)}\n* Connection #0 to host a.test left intact\n`;
    expect(rawsOf(imported(slow))).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
  });

  test('lines of a megabyte take no longer than their length', () => {
    for (const odd of ['$ curl ', '-:--:-', '0 --:--:-- ', '\r100  1  1 ', '> ', 'curl -', '# ']) {
      const text = `> POST /mcp HTTP/1.1\n> Host: x\n\n${odd.repeat(1_000_000 / odd.length)}x\n`;
      expect(importText(text, 'x.log'), odd).toMatchObject({ ok: expect.any(Boolean) });
    }
  }, 30_000);

  test('a bridge that prints objects as Node does: whole ones are messages, shortened ones are parts that were not read', () => {
    const whole = imported(textOf('supergateway-debug.log'));
    const messages = events(whole).filter((line) => / (?:c2s|s2c) /.test(line));
    expect(messages).toEqual([
      '0 c2s initialize 0',
      '0 s2c answer 0',
      '0 c2s notifications/initialized',
      '0 c2s tools/list 1',
      '0 s2c notifications/tools/list_changed',
      '0 s2c notifications/tools/list_changed',
      '0 s2c answer 1',
      '0 c2s tools/call 2',
      '0 s2c answer 2',
      '0 c2s ping 3',
      '0 s2c answer 3',
    ]);
    expect(whole.remarks).toContain('written-anew');
    expect(JSON.parse(rawsOf(whole)[1] ?? '')).toMatchObject({
      result: { instructions: expect.stringMatching(/^# Everything Server – .*\n\nAudience: [^]*client's [^]*"🎉/) },
    });
    expect(JSON.parse(rawsOf(whole)[6] ?? '')).toMatchObject({
      result: { tools: [{ name: 'echo', inputSchema: { $schema: expect.any(String) } }, {}] },
    });

    const short = imported(textOf('supergateway-info.log'));
    expect(short.unread.filter(({ text }) => text.includes('Child → SSE: {'))).toHaveLength(3);
    expect(short.unread.map(({ text }) => text).join('')).not.toMatch(/^ {2}result/);
    expect(events(short).filter((line) => line.includes('s2c'))).toEqual([
      '0 s2c notifications/tools/list_changed',
      '0 s2c notifications/tools/list_changed',
      '0 s2c answer 3',
    ]);
  });

  test('what Node prints is read as the value it was printed of', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, fc.constantFrom(0, 3, true, false), (any, compact) => {
        const printed = inspect(
          { id: 1, result: any },
          { depth: null, maxArrayLength: null, maxStringLength: null, compact },
        );
        const json = inspectedAsJson(printed)?.json;
        fc.pre(!printed.includes("['__proto__']"));
        expect(JSON.stringify(JSON.parse(json ?? ''))).toBe(JSON.stringify({ id: 1, result: any }));
      }),
    );
  });
});
