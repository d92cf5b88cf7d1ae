/** Values nested far deeper than any stack goes: what reads definitions, arguments and results of a recording bears them. */
import { describe, expect, it } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { toTerminal } from '#shared/export';
import { summarize } from '#shared/library';
import { planRedaction, redact } from '#shared/redact';
import { planRerun } from '#shared/rerun';
import type { HeldRecording as Recorded } from '#shared/recording';
import { exportAs } from '../../export-samples.ts';
import { recordedTexts } from '../../recorded-of.ts';

function session(depth: number, inner: string): Recorded {
  const nest = (open: string, close: string): string => open.repeat(depth) + inner + close.repeat(depth);
  const schema = nest('{"type":"object","properties":{"a":', '}}');
  const value = nest('{"a":[', ']}');
  return recordedTexts(
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    `<{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"deep","inputSchema":${schema},"_meta":${value}}]}}`,
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"deep","arguments":${value}}}`,
    `<{"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":${value}}}`,
  );
}

describe.each([100, 4000])('%i levels', (depth) => {
  const one = session(depth, '{}');
  const other = session(depth, '{"b":"Authorization: Bearer abcdefghijklmnopqrstuvwx"}');

  it('are compared', () => {
    expect(compareRecordings(one, one).same).toBe(true);
    expect(compareRecordings(one, other).same).toBe(false);
  });
  it('are searched for secrets', () => {
    const clean = redact(other, planRedaction(other));
    expect(clean.events).toHaveLength(4);
    expect(JSON.stringify(clean.events)).not.toContain('abcdefghijklmnopqrstuvwx');
  });
  it('are exported', () => {
    expect(exportAs('mermaid', other)).toContain('deep');
    expect(exportAs('markdown', other)).toContain('deep');
    expect(exportAs('svg', other, { theme: 'light' })).toContain('deep');
    exportAs('har', other);
    toTerminal(other, { color: true, width: 80 });
  });
  it('are summed up and planned', () => {
    expect(summarize(other).events).toBe(4);
    planRerun(other);
  });
});
