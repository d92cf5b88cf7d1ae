/** What goes wrong most, told from findings and from why a session failed. */
import { expect, test } from 'vitest';
import { culpritOf, diagnose, RULES, type Finding } from '#shared/findings';
import { FINDINGS_WORDS as EN } from '#shared/findings/words/en';
import { FINDINGS_WORDS as ZH } from '#shared/findings/words/zh-CN';
import type { WireEvent } from '#shared/recording';

const finding = (rule: string, at: number, rests: readonly number[] = []): Finding => ({
  rule,
  revision: '2025-11-25',
  side: 'server',
  at,
  rests,
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
  const failure = (reason: string, detail?: string) => ({ failure: { reason, s: 3, ...(detail ? { detail } : {}) } });
  expect(diagnose([], [], { ...failure('command-not-found'), command: 'uvx' })).toEqual([
    { kind: 'wrong-command', events: [3], count: 1, name: 'uvx' },
  ]);
  expect(diagnose([], [], failure('cors-refused', 'Access-Control-Allow-Origin'))).toEqual([
    { kind: 'cors', events: [3], count: 1, name: 'Access-Control-Allow-Origin' },
  ]);
  expect(diagnose([], [], failure('closed'))).toEqual([]);
  expect(diagnose([finding('cancel-response-after', 9, [4])], [])).toEqual([
    { kind: 'after-cancel', events: [4, 9], count: 1 },
  ]);
});

test('every rule that it asks for is there, and each kind and culprit is told in both languages', () => {
  const kinds = Object.keys(EN.diagnosis.kinds);
  expect(Object.keys(ZH.diagnosis.kinds)).toEqual(kinds);
  expect(Object.keys(ZH.diagnosis.culprits)).toEqual(Object.keys(EN.diagnosis.culprits));
  const told = RULES.flatMap(({ id }) => diagnose([finding(id, 0)], [line(0, 'x')]).map(({ kind }) => kind));
  expect([...new Set(told)].sort()).toEqual(kinds.filter((kind) => kind !== 'wrong-command' && kind !== 'cors').sort());
});
