/** Rules of the specification that only one of two recordings breaks. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, failsAt, findingsOf, verdictOf, type Comparison } from '#shared/compare';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import type { HeldRecording as Recorded } from '#shared/recording';
import { findingWords, wordsIn } from '#shared/words';
import { countWords } from '../../../../relay/report/words.ts';
import { recordedOf } from '../../export-samples.ts';

const judge = comparedFindings({ en: await findingsWordsIn('en'), 'zh-CN': await findingsWordsIn('zh-CN') });
const c2s = (message: object): { k: 'message'; dir: 'c2s'; raw: string } => ({
  k: 'message',
  dir: 'c2s',
  raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const s2c = (raw: string): { k: 'message'; dir: 's2c'; raw: string } => ({ k: 'message', dir: 's2c', raw });

const info = { name: 'x', version: '1' };
/** A session in which the server says this beside what it should. */
const saying = (...lines: readonly string[]): Recorded =>
  recordedOf(
    c2s({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info } }),
    s2c(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        result: { protocolVersion: '2025-11-25', capabilities: { logging: {} }, serverInfo: info },
      }),
    ),
    c2s({ method: 'notifications/initialized' }),
    ...lines.map(s2c),
  );
const log = (version: string, level: string): string =>
  JSON.stringify({ jsonrpc: version, method: 'notifications/message', params: { level, data: 'x' } });
const ofRules = (comparison: Comparison): readonly unknown[] =>
  comparison.rules.map(({ what, rule, side, of, counts }) => [what, rule, side, of, counts]);

describe('findings that came and went', () => {
  const clean = saying(log('2.0', 'info'));
  const broken = saying(log('2.0', 'info'), log('1.0', 'info'), log('1.0', 'info'));

  test('a MUST that is newly broken is breaking, told once; the same the other way is only told', () => {
    const came = compareRecordings(clean, broken, { judge });
    expect(ofRules(came)).toEqual([['came', 'rpc-version-field', 'server', 'notifications/message', true]]);
    expect(came.broken).toEqual([]);
    expect(verdictOf(came).worst).toBe('breaking');
    expect(failsAt(verdictOf(came).worst, 'breaking')).toBe(true);
    expect(countWords(came)).toContain('1 new finding');

    const went = compareRecordings(broken, clean, { judge });
    expect(ofRules(went)).toEqual([['went', 'rpc-version-field', 'server', 'notifications/message', false]]);
    expect(verdictOf(went).counts.breaking).toBe(0);
    expect(countWords(went)).toContain('1 resolved finding');
  });

  test('the same finding at other events, and more often, is the same', () => {
    const more = saying(log('1.0', 'info'), log('2.0', 'info'), log('1.0', 'info'), log('1.0', 'info'));
    expect(compareRecordings(broken, more, { judge }).rules).toEqual([]);
    expect(compareRecordings(broken, broken, { judge })).toMatchObject({ same: true, rules: [] });
  });

  test('a line that is no message is told as the line that it is', () => {
    const noisy = compareRecordings(clean, saying(log('2.0', 'info'), 'hello'), { judge });
    expect(noisy.broken).toMatchObject([{ what: 'noise' }]);
    expect(noisy.rules).toEqual([]);
  });

  test('another program’s log may lack what breaks a rule, and nobody judges unless asked', () => {
    const from = { format: 'har', unread: 0, leftOut: 0, remarks: [] } as const;
    const imported = { ...clean, header: { ...clean.header, imported: from } };
    expect(ofRules(compareRecordings(imported, broken, { judge }))).toEqual([
      ['came', 'rpc-version-field', 'server', 'notifications/message', false],
    ]);
    expect(compareRecordings(clean, broken).rules).toEqual([]);
  });

  test('what a run asked for itself does not count', () => {
    const asking = recordedOf(
      ...broken.events.slice(0, 4),
      c2s({ id: 2, method: 'tools/list' }),
      s2c('{"id":2,"result":{}}'),
    );
    const run = { own: [4] };
    expect(compareRecordings(clean, asking, { judge, run }).rules).toEqual([]);
    expect(ofRules(compareRecordings(clean, asking, { judge }))).toContainEqual([
      'came',
      'rpc-version-field',
      'server',
      'tools/list',
      true,
    ]);
  });

  test('in words, in both languages', async () => {
    const came = compareRecordings(clean, broken, { judge });
    const finding = findingsOf(came).find(({ of }) => of === 'rule');
    if (!finding) throw new Error('nothing came');
    expect(findingWords(came, finding)).toBe(
      'new finding rpc-version-field (MUST, server): notifications/message /jsonrpc: `jsonrpc` is "1.0". (event 4)',
    );
    expect(findingWords(came, finding, await wordsIn('zh-CN'))).toBe(
      '新违反的规则 rpc-version-field（MUST，服务器）：notifications/message /jsonrpc：`jsonrpc` 为 "1.0"。（事件 4）',
    );
  });
});
