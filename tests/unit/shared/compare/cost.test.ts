/** A comparison pays for what differs: each recording is folded once, its judge included, and what is the same text for text is not taken apart. */
import { expect, test, vi } from 'vitest';
import { compareRecordings, type CompareOptions } from '#shared/compare';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import type { Recorded } from '#shared/recording';
import { SessionFold } from '#shared/session';
import { MessageReader } from '../../../../shared/compare/message-part.ts';
import { recordedOf } from '../../export-samples.ts';

const c2s = (message: object) =>
  ({ k: 'message', dir: 'c2s', raw: JSON.stringify({ jsonrpc: '2.0', ...message }) }) as const;
const s2c = (message: object) =>
  ({ k: 'message', dir: 's2c', raw: JSON.stringify({ jsonrpc: '2.0', ...message }) }) as const;

/** Calls of which each reports its progress several times, with a load in its result. */
const calls = (load: number, step: number, token: (id: number) => unknown = (id) => id): Recorded =>
  recordedOf(
    ...[1, 2, 3].flatMap((id) => [
      c2s({ id, method: 'tools/call', params: { name: `t${id}`, _meta: { progressToken: token(id) } } }),
      ...[1, 2].map((progress) =>
        s2c({ method: 'notifications/progress', params: { progressToken: token(id), progress: progress * step } }),
      ),
      s2c({ id, result: { content: [], structuredContent: { load } } }),
    ]),
  );

const verdicts = (before: Recorded, after: Recorded, options: CompareOptions = {}): readonly string[] =>
  compareRecordings(before, after, options).pairs.map(({ verdict }) => verdict);

test('what is judged is folded once', async () => {
  const judge = comparedFindings({ en: await findingsWordsIn('en') });
  const [before, after] = [calls(1, 1), calls(2, 1)];
  const apart = compareRecordings(before, after, { judge: (side) => judge(side) });
  const append = vi.spyOn(SessionFold.prototype, 'append');
  expect(compareRecordings(before, after, { judge })).toEqual(apart);
  expect(append).toHaveBeenCalledTimes(before.events.length + after.events.length);
});

test('progress that was told in the same words is not read', () => {
  const parts = vi.spyOn(MessageReader.prototype, 'parts');
  expect(verdicts(calls(1, 1), calls(1, 1))).toEqual(['equal', 'equal', 'equal']);
  const isProgress = ([{ raw = '' }]: Parameters<MessageReader['parts']>): boolean => raw.includes('"progress":');
  expect(parts.mock.calls.filter(isProgress)).toEqual([]);
  parts.mockRestore();
});

test('progress in other words, what stands for the same thing, and what masks tell of is told as ever', () => {
  expect(verdicts(calls(1, 1), calls(1, 2))).toEqual(['masked', 'masked', 'masked']);
  expect(verdicts(calls(1, 1), calls(1, 2), { masks: { off: ['progress'], pointers: [] } })).toEqual([
    'changed',
    'changed',
    'changed',
  ]);
  const uuid = (id: number): string => `0000000${id}-1111-2222-3333-444444444444`;
  expect(verdicts(calls(1, 1, uuid), calls(1, 1, uuid))).toEqual(['equal', 'equal', 'equal']);
  const masks = { off: [], pointers: [{ pointer: '/result/structuredContent/load', tolerance: '±5%' }] };
  expect(verdicts(calls(1, 1), calls(1, 1), { masks })).toEqual(['masked', 'masked', 'masked']);
});
