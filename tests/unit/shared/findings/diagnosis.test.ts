/** What goes wrong most, told from findings and from why a session failed. */
import { expect, test } from 'vitest';
import { culpritOf, diagnose, RULES, type Finding } from '#shared/findings';
import { FINDINGS_WORDS as EN } from '#shared/findings/words/en';
import { FINDINGS_WORDS as ZH } from '#shared/findings/words/zh-CN';
import { sessionFailure } from '#shared/failure';
import type { WireEvent } from '#shared/recording';
import { logOf, OPEN } from '../../script.ts';

const finding = (rule: string, at: number, related: readonly number[] = []): Finding => ({
  rule,
  revision: '2025-11-25',
  side: 'server',
  at,
  related,
  found: [],
});
const line = (s: number, raw: string): WireEvent => ({ s, t: s, k: 'message', dir: 's2c', raw });

test.each([
  ['[dotenv@17.2.0] injecting env (3) from .env', 'dotenv'],
  ['> my-server@1.0.0 start', 'npm'],
  ['npm notice New major version of npm available!', 'npm'],
  ['Installed 23 packages in 41ms', 'uv'],
  ["Unable to find image 'mcp/fetch:latest' locally", 'docker'],
  ['2025-01-02 10:11:12,001 INFO started', 'logger'],
  ['{"level":30,"msg":"hi"}', 'logger'],
  ['==============', 'banner'],
  ['MCP Server running on stdio', 'banner'],
  ['got here', 'print'],
  ['', 'print'],
])('%s is written by %s', (text, culprit) => {
  expect(culpritOf(text)).toBe(culprit);
});

test('text on stdout comes with what writes it, and before what is less telling', () => {
  const events = [line(0, 'got here'), line(1, '> srv@1.0.0 start'), line(2, '{}')];
  const found = [
    finding('rpc-response-id-unknown', 2),
    finding('stdio-stdout-nonmessage', 0),
    finding('stdio-stdout-nonmessage', 1),
    finding('rpc-version-field', 2),
  ];
  expect(diagnose(found, events)).toEqual([
    { kind: 'stdout-text', events: [0, 1], count: 2, culprit: 'npm' },
    { kind: 'other-id', events: [2], count: 1 },
  ]);
  expect(diagnose([], events)).toEqual([]);
});

test('a failed session is told by what failed; a late answer with its cancellation', () => {
  const failure = (reason: string) => ({ failure: { reason, s: 3 } });
  expect(diagnose([], [], { ...failure('command-not-found'), command: 'uvx' })).toEqual([
    { kind: 'wrong-command', events: [3], count: 1, name: 'uvx' },
  ]);
  expect(diagnose([], [], failure('closed'))).toEqual([]);
  expect(diagnose([finding('cancel-response-after', 9, [4])], [])).toEqual([
    { kind: 'after-cancel', events: [4, 9], count: 1 },
  ]);
});

test('what a browser holds against a server is told by the header lines, without the status of the preflight', () => {
  const told = (reason: string, detail: string) => {
    const log = logOf(...OPEN, { k: 'connection', event: 'problem', reason, detail });
    return diagnose([], log.events, { failure: sessionFailure(log, log.state, log.length) });
  };
  const origin = 'Access-Control-Allow-Origin: http://localhost:5050';
  const methods = 'Access-Control-Allow-Methods: GET, POST, DELETE';
  expect(told('cors-refused', `OPTIONS → 404\n${origin}\n${methods}`)).toEqual([
    { kind: 'cors', events: [2], count: 1, name: `${origin}; ${methods}` },
  ]);
  expect(told('cors-refused', origin)).toMatchObject([{ kind: 'cors', name: origin }]);
  expect(told('cors-refused', 'OPTIONS → 404')).toEqual([{ kind: 'cors', events: [2], count: 1 }]);
  // The response came: only the header is hidden.
  expect(told('cors-hidden-session', 'Access-Control-Expose-Headers: Mcp-Session-Id')).toEqual([
    { kind: 'hidden-session', events: [2], count: 1 },
  ]);
});

/** Told by why a session failed alone. */
const OF_FAILURES: readonly string[] = ['wrong-command', 'cors', 'hidden-session'];

test('every rule that it asks for is there, and each kind and culprit is told in both languages', () => {
  const kinds = Object.keys(EN.diagnosis.kinds);
  expect(Object.keys(ZH.diagnosis.kinds)).toEqual(kinds);
  expect(Object.keys(ZH.diagnosis.culprits)).toEqual(Object.keys(EN.diagnosis.culprits));
  const told = RULES.flatMap(({ id }) => diagnose([finding(id, 0)], [line(0, 'x')]).map(({ kind }) => kind));
  expect([...new Set(told)].sort()).toEqual(kinds.filter((kind) => !OF_FAILURES.includes(kind)).sort());
});
