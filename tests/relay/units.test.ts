import { describe, expect, test } from 'vitest';
import { readArgs } from '../../relay/cli/args.ts';
import { hasNoDisplay } from '../../relay/cli/browser.ts';
import { defaultFolder } from '../../relay/recording/index.ts';
import { Offsets } from '../../relay/recording/offsets.ts';
import { serverEnvironment } from '../../relay/stdio/environment.ts';
import { LineSplitter } from '../../relay/stdio/line-splitter.ts';
import { outputEvents } from '../../relay/stdio/output.ts';

describe('LineSplitter', () => {
  const text = 'one\r\n\nzwei €\nlast';

  test('gives the same lines however the bytes are cut', () => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) {
      const splitter = new LineSplitter();
      const lines = [];
      for (let at = 0; at < bytes.length; at += size) lines.push(...splitter.push(bytes.subarray(at, at + size)));
      lines.push(...splitter.end());
      expect(lines.map((line) => line.bytes.toString())).toEqual(['one\r', '', 'zwei €', 'last']);
      expect(lines.map((line) => line.unterminated)).toEqual([undefined, undefined, undefined, 'tail']);
    }
  });

  test('hands out a line beyond the limit in pieces, cut between characters, and loses nothing', () => {
    const splitter = new LineSplitter(10);
    const lines = [...splitter.push(Buffer.from('€€€€€€\nshort\n')), ...splitter.end()];
    expect(lines.map((line) => line.bytes.toString())).toEqual(['€€€', '€€€', 'short']);
    expect(lines.map((line) => line.unterminated)).toEqual(['cut', undefined, undefined]);
    const events = outputEvents(lines);
    expect(events).toHaveLength(4);
    expect(events[0]).toMatchObject({ k: 'message', unterminated: true });
    expect(events[1]).toMatchObject({ k: 'gap', bytes: 0 });
  });

  test('puts a long line together in linear time', () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const began = process.cpuUsage();
    for (let at = 0; at < 1600; at++) expect(splitter.push(chunk)).toEqual([]);
    const [line] = splitter.push(Buffer.from('\n'));
    expect(line?.bytes).toHaveLength(1600 * 64 * 1024);
    // Copying what is there for every chunk would move 84 GB.
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(15_000);
  });
});

test('Offsets find lines and how many fit', () => {
  const offsets = new Offsets(100);
  for (let at = 0; at < 3000; at++) offsets.add(10);
  expect([offsets.count, offsets.end, offsets.startOf(2000)]).toEqual([3000, 30_100, 20_100]);
  expect(offsets.within(5, 35)).toBe(8);
  expect(offsets.within(5, 0)).toBe(6);
  expect(offsets.within(2999, 1000)).toBe(3000);
});

test('a server inherits little, and what the person gives wins', () => {
  const own = { PATH: '/bin', SECRET: 'x', HOME: '() { evil', USER: 'me' };
  expect(serverEnvironment({ PATH: '/mine', KEY: 'k' }, own, 'linux')).toEqual({
    PATH: '/mine',
    USER: 'me',
    KEY: 'k',
  });
  expect(serverEnvironment({}, { APPDATA: 'a', HOME: 'h' }, 'win32')).toEqual({ APPDATA: 'a' });
});

test('recordings live where the platform keeps data', () => {
  expect(defaultFolder({ LIFELINE_HOME: '/x' }, 'linux')).toBe('/x/recordings');
  expect(defaultFolder({ XDG_DATA_HOME: '/data' }, 'linux')).toBe('/data/mcp-lifeline/recordings');
  // The XDG specification: relative paths are to be ignored.
  expect(defaultFolder({ XDG_DATA_HOME: 'data' }, 'linux')).toMatch(/\/\.local\/share\/mcp-lifeline\/recordings$/);
  expect(defaultFolder({}, 'darwin')).toMatch(/\/Library\/Application Support\/mcp-lifeline\/recordings$/);
});

test('there is no display without one', () => {
  expect(hasNoDisplay({}, 'linux')).toBe(true);
  expect(hasNoDisplay({ WAYLAND_DISPLAY: 'w' }, 'linux')).toBe(false);
  expect(hasNoDisplay({}, 'darwin')).toBe(false);
});

describe('readArgs', () => {
  test('reads a URL with headers', () => {
    const args = readArgs(['--no-open', '--header', 'A: b: c', '--header', 'X:y', 'http://localhost:3/mcp?k=v']);
    expect(args).toMatchObject({
      type: 'start',
      port: 6280,
      open: false,
      target: {
        spec: {
          transport: 'streamable-http',
          url: 'http://localhost:3/mcp?k=v',
          headers: [
            ['A', 'b: c'],
            ['X', 'y'],
          ],
        },
      },
    });
  });

  test('leaves everything after -- to the command', () => {
    const args = readArgs(['--cwd', '/tmp', '--', 'node', '--port', '1', '--', 'x']);
    expect(args).toMatchObject({
      port: 6280,
      target: { spec: { command: 'node', args: ['--port', '1', '--', 'x'], cwd: '/tmp', env: {} } },
    });
  });

  test.each([
    [['--port', '65536']],
    [['--port', '-1']],
    [['a', 'b']],
    [['--']],
    [['--header', 'x', 'http://a/']],
    [['--header', 'a: b', '--', 'node']],
    [['--env', 'A', '--', 'node']],
    [['--cwd', 'x', 'http://a/']],
  ])('refuses %j with a sentence', (argv) => {
    expect(readArgs(argv)).toEqual({ type: 'wrong', sentence: expect.stringMatching(/\. Try mcp-lifeline --help\.$/) });
  });
});
