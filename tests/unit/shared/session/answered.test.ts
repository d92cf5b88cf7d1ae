import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { EventBody, WireEvent } from '#shared/recording';
import { Recent, SessionFold } from '#shared/session';
import { AllEnds, Answered } from '../../../../shared/session/answered.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

/** What the last of these events is found to be, by a fold that holds on to no event. */
function lastOf(...bodies: EventBody[]): { readonly faults: readonly string[]; readonly touches?: number } {
  const fold = new SessionFold();
  let last: ReturnType<SessionFold['append']>;
  bodies.forEach((body, s) => (last = fold.append({ s, t: s, ...body } as WireEvent)));
  return { faults: last?.faults ?? [], ...(last?.touches === undefined ? {} : { touches: last.touches }) };
}

test('a response to nothing, and a second one, are faults of the step itself, whoever reads it', () => {
  const asked = [...handshake(), c2s(request(7, 'tools/list'))];
  expect(lastOf(...asked, s2c(result(8, {})))).toEqual({ faults: ['unknown-id'] });
  expect(lastOf(...asked, s2c(result(7, {}))).faults).toEqual([]);
  expect(lastOf(...asked, s2c(result(7, {})), s2c(result(7, {})))).toEqual({
    faults: ['duplicate-response'],
    touches: 1,
  });
});

test('a response that comes after its request was cancelled is late, and no fault', () => {
  const cancelled = c2s({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  const found = lastOf(...handshake(), c2s(request(7, 'tools/list')), cancelled, s2c(result(7, {})));
  expect(found).toEqual({ faults: [], touches: 1 });
});

test('of many ended requests the first are forgotten, and never the latest', () => {
  const notes = new Answered(new Recent(3));
  const fold = new SessionFold(undefined, notes);
  const append = (body: EventBody): readonly string[] | undefined =>
    fold.append({ s: fold.length, t: fold.length, ...body } as WireEvent)?.faults;
  for (let id = 1; id <= 50; id++) {
    append(c2s(request(id, 'ping')));
    append(s2c(result(id, {})));
    for (const latest of [id, id - 1, id - 2].filter((each) => each > 0))
      expect(append(s2c(result(latest, {})))).toEqual(['duplicate-response']);
    expect(append(s2c(result(id - 6, {})))).toEqual(['unknown-id']);
  }
});

test('forgetting costs no search: a Map finds its first key by passing all that was deleted before it', () => {
  const deleted = vi.spyOn(Map.prototype, 'keys');
  const fold = new SessionFold(undefined, new Answered(new Recent(3)));
  for (let id = 1; id <= 20; id++)
    for (const body of [c2s(request(id, 'ping')), s2c(result(id, {}))])
      fold.append({ s: fold.length, t: fold.length, ...body } as WireEvent);
  expect(deleted).not.toHaveBeenCalled();
  deleted.mockRestore();
});

test('ends of all requests are kept by their ids, whatever those look like', () => {
  const key = fc.oneof(
    fc.nat(3000).map((id) => `c2s:n:${id}`),
    fc.nat().map((id) => `s2c:n:${id}`),
    fc.constantFrom(
      'c2s:n:1e3',
      'c2s:n:01',
      'c2s:n:-1',
      'c2s:n:1.5',
      'c2s:n:',
      's2c:s:n:7',
      'c2s:s:',
      'c2s:n:12345678901',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat(1000))), (ends) => {
      const [all, plain] = [new AllEnds(), new Map<string, number>()];
      for (const [each, end] of ends) for (const kept of [all, plain]) kept.set(each, end);
      for (const [each] of ends) expect(all.get(each)).toBe(plain.get(each));
      expect(all.get('c2s:n:5000')).toBe(plain.get('c2s:n:5000'));
    }),
  );
});

test('ids that the other side chooses cost no more than the requests that there are', () => {
  const before = process.memoryUsage().arrayBuffers;
  const ends = new AllEnds();
  for (let id = 1024; id < 1_000_000_000; id = 2 * id + 1026) ends.set(`s2c:n:${id}`, id % 7);
  for (let id = 1024; id < 1_000_000_000; id = 2 * id + 1026) expect(ends.get(`s2c:n:${id}`)).toBe(id % 7);
  ends.set('s2c:s:uuid:n:1024', 9);
  expect([ends.get('s2c:s:uuid:n:1024'), ends.get('s2c:n:1025'), ends.get('c2s:n:1024')]).toEqual([
    9,
    undefined,
    undefined,
  ]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
});
