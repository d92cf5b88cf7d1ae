/** A list of tools that contradicts itself lets no call go without consent: neither of an exercise nor of a rerun. */
import { describe, expect, test } from 'vitest';
import { nextStep, type Step } from '#shared/exercise';
import type { EventBody } from '#shared/recording';
import { toolMarks } from '#shared/session';
import { recordedOf, runAgain } from '../../rerun-script.ts';
import { c2s, handshake, logOf, request, result, s2c } from '../../script.ts';

const AUTO = { by: 'auto' } as const;
const READS = '{"name":"reads","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}';
const answer = (id: number, ...tools: readonly string[]): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"tools":[${tools.join(',')}]}}`;
const changed: EventBody = s2c({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
const asked = (id: number): EventBody => c2s(request(id, 'tools/list'), AUTO);
const pinged: readonly EventBody[] = [c2s(request(9, 'ping'), AUTO), s2c(result(9, {}))];
const text = (raw: string): EventBody => ({ k: 'message', dir: 's2c', raw });

/** What an exercise makes of the tool after these events, its ping done. */
function stepOf(...bodies: readonly EventBody[]): Step | undefined {
  const { state } = logOf(...handshake('2025-11-25', { tools: { listChanged: true } }), ...bodies);
  const done = new Map([['ping', { outcome: 'result' } as const]]);
  return nextStep({ state, done, answers: {}, yes: false, http: false });
}

/** Lists whose text says two things, by what is wrong with them. */
const CONTRADICT: { readonly [what: string]: (id: number) => string } = {
  'readOnlyHint twice': (id) => answer(id, READS.replace('"readOnlyHint"', '"readOnlyHint":false,"readOnlyHint"')),
  'readOnlyHint twice, once with an escape': (id) =>
    answer(id, READS.replace('"readOnlyHint"', '"readOnlyHint":false,"readOnly\\u0048int"')),
  'readOnlyHint in two cases': (id) =>
    answer(id, READS.replace('"readOnlyHint"', '"ReadOnlyHint":false,"readOnlyHint"')),
  'annotations twice': (id) => answer(id, READS.replace('"annotations"', '"annotations":{},"annotations"')),
  'two names': (id) => answer(id, READS.replace('"name"', '"name":"wipes","name"')),
  'both hints': (id) => answer(id, READS.replace('"readOnlyHint"', '"destructiveHint":true,"readOnlyHint"')),
  'two lists': (id) => answer(id, READS).replace('"tools"', '"tools":[],"tools"'),
  'two results': (id) => answer(id, READS).replace('"result"', '"result":{"tools":[]},"result"'),
  'a second definition': (id) => answer(id, READS, READS.replace('true', 'false')),
};

describe('a list of tools that contradicts itself', () => {
  const reads = answer(2, READS);

  test('one that does not lets the call go', () => {
    expect(stepOf(asked(2), text(reads))).toMatchObject({ about: 'reads', params: '{"name":"reads","arguments":{}}' });
  });

  test.each(Object.entries(CONTRADICT))('%s', async (_, list) => {
    expect(stepOf(asked(2), text(list(2)))).toMatchObject({ about: 'reads', skip: 'needs-yes' });
    const recording = recordedOf(
      ...handshake(),
      ...[asked(2), text(reads), c2s(request(3, 'tools/call', { name: 'reads', arguments: {} }), { by: 'host' })],
      s2c(result(3, { content: [] })),
    );
    const run = async (of: (id: number) => string): Promise<readonly string[]> => {
      const { sent } = await runAgain(
        recording,
        ({ id, method } = {}) =>
          typeof id !== 'number' ? [] : [method === 'tools/list' ? of(id) : result(id, { content: [] })],
        { consent: new Set() },
      );
      return sent.filter((each) => each.includes('tools/call'));
    };
    expect(await run(list)).toEqual([]);
    expect(await run((id) => answer(id, READS))).toHaveLength(1);
  });

  test('of two tools only the one that is unclear needs consent', () => {
    const other = READS.replace('"reads"', '"other"').replace(
      '"readOnlyHint"',
      '"destructiveHint":true,"readOnlyHint"',
    );
    const { state } = logOf(...handshake(), asked(2), text(answer(2, READS, other)));
    const marks = toolMarks(state.lists.tools);
    expect([marks.get('reads'), marks.get('other'), marks.get('none')]).toEqual([
      'read-only',
      'tool-unclear',
      undefined,
    ]);
  });

  test('a second response to the request, until the list is read anew', () => {
    const twice = [asked(2), text(reads), text(answer(2, READS.replace('true', 'false')))];
    expect(stepOf(...twice)).toMatchObject({ change: 'tool-unclear', skip: 'needs-yes' });
    expect(stepOf(...twice, asked(3), text(answer(3, READS)))).not.toHaveProperty('skip');
  });

  test('a change announced directly behind it, until the new list stood while something else was answered', () => {
    const again = [asked(2), text(reads), changed, asked(3), text(answer(3, READS))];
    expect(stepOf(asked(2), text(reads), changed)).toMatchObject({ skip: 'needs-yes' });
    expect(stepOf(...again)).toMatchObject({ change: 'tool-unclear', skip: 'needs-yes' });
    expect(stepOf(...again, changed, asked(4), text(answer(4, READS)))).toMatchObject({ skip: 'needs-yes' });
    expect(stepOf(...again, ...pinged)).not.toHaveProperty('skip');
    expect(stepOf(asked(2), text(reads), ...pinged, changed, asked(3), text(answer(3, READS)))).not.toHaveProperty(
      'skip',
    );
  });

  test('a list in pages is held against the text of each page', () => {
    const page = (id: number, tool: string): string => answer(id, tool).replace('}]', '}],"nextCursor":"more"');
    const next = c2s(request(3, 'tools/list', { cursor: 'more' }), AUTO);
    const second = text(answer(3, READS.replace('reads', 'more')));
    expect(stepOf(asked(2), text(page(2, READS)), next, second)).not.toHaveProperty('skip');
    const contradicts = READS.replace('"annotations"', '"annotations":{},"annotations"');
    expect(stepOf(asked(2), text(page(2, contradicts)), next, second)).toMatchObject({ change: 'tool-unclear' });
  });
});
