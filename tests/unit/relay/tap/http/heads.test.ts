/** Heads of HTTP/1.1: what is read in them, and that a long one costs no more than it is long. */
import { describe, expect, test } from 'vitest';
import {
  headForServer,
  readHead,
  readRequestHead,
  responseFraming,
  withBody,
} from '../../../../../relay/tap/http/heads.ts';
import { HostGuard } from '../../../../../relay/tap/http/host-guard.ts';
import { Target } from '../../../../../relay/tap/http/target.ts';

const request = (text: string): ReturnType<typeof readRequestHead> => readRequestHead(Buffer.from(text, 'latin1'));
const target = new Target('http://127.0.0.1:1/mcp', {});
const guard = new HostGuard(80, []);

test.each([
  ['GET /a HTTP/1.1', 'GET', '/a'],
  ['GET \t /a b \t HTTP/1.1 \t', 'GET', '/a b'],
  ['GET /a HTTP/1.1 HTTP/1.0', 'GET', '/a HTTP/1.1'],
  ['GET /a HTTP/1.1 HTTP/x', 'GET', '/a HTTP/1.1 HTTP/x'],
  ['GET HTTP/1.1', 'GET', 'HTTP/1.1'],
  ['GET /aHTTP/1.1', 'GET', '/aHTTP/1.1'],
  ['GET /a', 'GET', '/a'],
  ['GET ', 'GET', ''],
  ['GET', 'GET', ''],
  ['GET\xa0/a HTTP/1.1', 'GET\xa0/a HTTP/1.1', ''],
  [' GET /a HTTP/1.1', ' GET /a HTTP/1.1', ''],
])('%j: method and target', (start, method, asked) => {
  expect(request(`${start}\r\n\r\n`)).toMatchObject({ start, method, target: asked });
});

test('a value of several lines is one', () => {
  const { headers } = request('GET / HTTP/1.1\r\nA: 1\r\n  2 \r\n\t\r\n 3\r\nB:\r\n \r\n 4\r\nC:\r\n\r\n');
  expect(headers).toEqual([
    ['A', '1 2 3'],
    ['B', '4'],
    ['C', ''],
  ]);
});

test('Host is rewritten where it is read, and nothing else', () => {
  const head = request('\r\nGET E HTTP/1.1\r\nX-Host: a\r\nHOST \t: \t127.0.0.1:80 \t\r\nX: Host: b\r\n\r\n');
  expect(guard.refusal(head)).toBeUndefined();
  expect(headForServer(head, target).text).toBe(head.text.replace('127.0.0.1:80', '127.0.0.1:1'));
  const root = request('A/B / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n');
  expect(headForServer(root, target).text).toBe('A/B /mcp HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n');
});

/** As long as a head that is read may be. Of what takes the square of that, each would last for minutes. */
const LONGEST = 1024 * 1024;
const filled = (before: string, piece: string, after: string): string =>
  before + piece.repeat(Math.floor((LONGEST - before.length - after.length) / piece.length)) + after;
const HOST = 'Host: 127.0.0.1:80';
const HOSTILE: { readonly [name: string]: string } = {
  'spaces, and a carriage return, in the first line': filled('GET ', ' ', `\rx\r\n${HOST}\r\n\r\n`),
  'spaces within the target': filled('GET a', ' ', `x\r\n${HOST}\r\n\r\n`),
  'spaces before the version': filled('GET a', ' ', `HTTP/1.1x\r\n${HOST}\r\n\r\n`),
  'many versions': filled('GET a', ' HTTP/1.1', `x\r\n${HOST}\r\n\r\n`),
  'a value of many lines': filled(`GET / HTTP/1.1\r\n${HOST}\r\nX: a\r\n`, ' b\r\n', '\r\n'),
  'a value of many empty lines': filled(`GET / HTTP/1.1\r\n${HOST}\r\nX: a\r\n`, ' \n', '\r\n'),
  'headers of 1 character': filled(`GET / HTTP/1.1\r\n${HOST}\r\n`, 'a\n', '\r\n'),
  'spaces behind Host, and another white space': filled(`GET / HTTP/1.1\r\n${HOST}`, ' ', '\xa0\r\n\r\n'),
  'spaces behind the name of Host': filled(`GET / HTTP/1.1\r\nHost`, ' ', 'x\r\n\r\n'),
  'spaces within a length': filled(`HTTP/1.1 200 OK\r\n${HOST}\r\nContent-Length: 5`, ' ', 'x\r\n\r\n'),
  'commas in a length': filled(`HTTP/1.1 200 OK\r\n${HOST}\r\nContent-Length: 5`, ' ,', '\r\n\r\n'),
  'spaces within a coding': filled(`HTTP/1.1 200 OK\r\n${HOST}\r\nTransfer-Encoding: a,`, ' ', 'x\r\n\r\n'),
};

describe('a head of 1 MiB is read in the time that its length takes:', () => {
  test.each(Object.entries(HOSTILE))('%s', (_name, text) => {
    expect(text.length).toBeGreaterThan(LONGEST - 10);
    const bytes = Buffer.from(text, 'latin1');
    const began = process.cpuUsage();
    const head = readHead(bytes);
    responseFraming(head, 200, 'GET');
    withBody(head, 'until-close', Buffer.alloc(0), Buffer.alloc(0));
    const asked = readRequestHead(bytes);
    guard.refusal(asked);
    headForServer(asked, target);
    // Linear work takes some hundredths of a second; the square of this length, minutes at least.
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5);
  });
});
