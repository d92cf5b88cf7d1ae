/** The bug report: bytes, rule, reference, versions, and no secret unless it is asked for. */
import { expect, test } from 'vitest';
import { ruleById } from '#shared/findings';
import { FINDINGS_WORDS } from '#shared/findings/words/en';
import type { RecordingHeader, WireEvent } from '#shared/recording';
import { bugReport } from '../../../../web/findings/bug-report.ts';
import { panel } from '../../../../web/session/finding-words/en.ts';

const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const header: RecordingHeader = {
  mcprec: 1,
  id: 'r',
  title: 'r',
  startedAt: '2026-01-01T00:00:00.000Z',
  by: { name: 'mcp-lifeline', version: '0' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'srv', args: [] },
};
const events: readonly WireEvent[] = [
  {
    s: 0,
    t: 0,
    k: 'message',
    dir: 'c2s',
    raw: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"token":"${SECRET}"}}}`,
  },
  { s: 1, t: 1, k: 'message', dir: 's2c', raw: '{"jsonrpc":"1.0","id":1,"result":{"text":"a ```` fence"}}' },
];

function report(secrets: boolean): string {
  const rule = ruleById('rpc-version-field');
  if (!rule) throw new Error('no such rule');
  const finding = {
    rule: rule.id,
    revision: '2025-11-25',
    side: 'server',
    at: 1,
    pointer: '/jsonrpc',
    related: [0],
    found: ['"1.0"'],
  } as const;
  return bugReport(
    { finding, rule, header, events, client: 'lifeline 1.0', server: 'srv 2.1' },
    { ...FINDINGS_WORDS, panel },
    secrets,
  );
}

test('it has the sentence, the rule with its level, the place, both versions, the section and the bytes', () => {
  const text = report(false);
  for (const part of [
    '- Rule: `rpc-version-field` (MUST in 2025-11-25)',
    '- Broken by: Server',
    '- Place in the message: `/jsonrpc`',
    '- Client: lifeline 1.0',
    '- Server: srv 2.1',
    'https://modelcontextprotocol.io/specification/2025-11-25/',
    '### Event 0, client → server (the finding is based on this)',
    '### Event 1, server → client',
    '`````json\n{"jsonrpc":"1.0","id":1,"result":{"text":"a ```` fence"}}\n`````',
  ])
    expect(text).toContain(part);
});

test('a secret is masked unless it is asked for', () => {
  expect(report(false)).not.toContain(SECRET);
  expect(report(true)).toContain(SECRET);
});
