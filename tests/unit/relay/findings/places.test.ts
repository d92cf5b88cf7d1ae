/** Many findings at one event: reports tell of the event once, with how many places of it they are about. */
import { expect, test } from 'vitest';
import { findingsReport, judgeRecording } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import type { EventBody } from '#shared/recording';
import { ENGLISH, wordsIn } from '#shared/words';
import { lintJunit } from '../../../../relay/findings/junit.ts';
import { lintText } from '../../../../relay/findings/text.ts';
import { exportAs } from '../../export-samples.ts';
import { recordedOf } from '../../recorded-of.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

const RULE = 'tool-schema-dialect';
const tool = (name: string): object => ({
  name,
  description: 'A tool',
  inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
});
const page = (id: number, names: readonly string[]): readonly EventBody[] => [
  c2s(request(id, 'tools/list')),
  s2c(result(id, { tools: names.map(tool) })),
];

const recorded = recordedOf([
  ...handshake('2025-11-25'),
  ...page(2, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']),
  ...page(3, ['a', 'b']),
  ...page(4, ['a']),
]);
const judged = judgeRecording(recorded, { only: new Set([RULE]) });
const linted = { file: 'a.mcprec', ...judged };

test.each([
  ['en', 'also at event 6 (7 more places), event 8 (2 places), event 10'],
  ['zh-CN', '另见事件 6（另有 7 处）、事件 8（2 处）、事件 10'],
] as const)('lint names each event once, in %s', async (language, also) => {
  expect(judged.findings.map(({ at }) => at)).toEqual([6, 6, 6, 6, 6, 6, 6, 6, 8, 8, 10]);
  const words = await wordsIn(language);
  const findings = await findingsWordsIn(language);
  const text = lintText(linted, { words, findings, color: false, columns: 100, known: 0, reasons: false });
  expect(text).toContain(also);
});

test('of further events their number is told', async () => {
  const findings = await findingsWordsIn('en');
  const more = recordedOf([...handshake(), ...[2, 3, 4, 5, 6, 7, 8].flatMap((id) => page(id, ['a', 'b']))]);
  const told = { file: 'a.mcprec', ...judgeRecording(more, { only: new Set([RULE]) }) };
  const text = lintText(told, { words: ENGLISH, findings, color: false, columns: 200, known: 0, reasons: false });
  expect(text).toContain('event 14 (2 places) and 2 more events');
});

test('so do the JUnit report and the markdown', async () => {
  const words = await findingsWordsIn('en');
  const junit = lintJunit([linted], words, 'advice');
  expect(junit).toContain('event 6 (server, 8 places): ');
  expect(junit.match(/event 6 /g)).toHaveLength(1);
  const markdown = exportAs('markdown', recorded, { words: ENGLISH, findings: findingsReport(judged, words) });
  expect(markdown).toContain('- events 6 (8 places), 8 (2 places), 10: ');
});
