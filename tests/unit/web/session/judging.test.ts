/** What the page knows of a session that a worker judges: all of it in the end, however slow the worker is, and no less when it dies. */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { FINDINGS, SessionJudge } from '#shared/findings';
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import type { Asked } from '../../../../web/base/answer-requests.ts';
import { anyEvents, sessionBody } from '../../arbitraries.ts';
import { HEADER } from '../../recorded-of.ts';
import { runs } from '../../seed.ts';
import { handshake, logOf, s2c } from '../../script.ts';

/** A worker that answers when it is told to, with what `judge.task.ts` asks of the judge. */
class SlowWorker extends EventTarget {
  static last: SlowWorker | undefined;
  readonly asked: Asked[] = [];
  readonly #judge = new SessionJudge(HEADER);

  constructor() {
    super();
    SlowWorker.last = this;
  }

  postMessage(asked: Asked): void {
    this.asked.push(structuredClone(asked));
  }

  answer(): void {
    const { id, given } = this.asked.shift() ?? {};
    const reply = this.#judge.take(given?.[1] as readonly WireEvent[]);
    const data = structuredClone({ id, ok: true, reply });
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  terminate(): void {
    this.asked.length = 0;
  }
}

afterEach(() => vi.unstubAllGlobals());

async function judgingOf(log: SessionLog) {
  vi.stubGlobal('Worker', SlowWorker);
  vi.stubGlobal('navigator', { language: 'en' });
  const { Judging } = await import('../../../../web/session/judging.ts');
  const judging = new Judging(log, HEADER);
  const worker = SlowWorker.last;
  if (!worker) throw new Error('no worker was started');
  return { judging, worker };
}

/** What follows an answer is done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const pieceOf = ({ asked }: SlowWorker): readonly WireEvent[] => (asked[0]?.given[1] ?? []) as readonly WireEvent[];

test('of a session that grows while the worker is slow', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyEvents(sessionBody, 40),
      fc.array(fc.record({ more: fc.nat(12), answers: fc.boolean() }), { maxLength: 8 }),
      async (events, steps) => {
        const log = new SessionLog();
        const found = log.follow(FINDINGS);
        const { judging, worker } = await judgingOf(log);
        for (const { more, answers } of [...steps, { more: events.length, answers: true }]) {
          for (const event of events.slice(log.length, log.length + more)) log.append(event);
          void judging.catchUp();
          expect(worker.asked.length).toBeLessThanOrEqual(1);
          if (answers && worker.asked.length > 0) worker.answer();
          await settled();
        }
        const whole = judging.catchUp();
        for (; worker.asked.length > 0; await settled()) worker.answer();
        await whole;
        expect(judging.judged).toBe(events.length);
        expect(judging.known).toEqual({ found: found.found, tallies: found.tallies, unjudged: found.unjudged });
      },
    ),
    { numRuns: runs(50) },
  );
});

test('of a worker that dies, what it told stays, and nobody waits', async () => {
  const log = logOf(...handshake(), s2c('no message'));
  const { judging, worker } = await judgingOf(log);
  const first = judging.catchUp();
  worker.answer();
  await first;
  const known = structuredClone(judging.known);
  expect(known.found.length).toBeGreaterThan(0);
  const { length } = log;
  log.append({ ...s2c('nor this'), s: length, t: 1 });
  const second = judging.catchUp();
  worker.dispatchEvent(new Event('error'));
  await expect(second).rejects.toThrow(/could not be loaded/);
  await expect(judging.catchUp()).rejects.toThrow(/could not be loaded/);
  await expect(judging.brokenIfSent('{}')).rejects.toThrow(/could not be loaded/);
  expect([judging.judged, judging.known]).toEqual([length, known]);
});

test('a long session goes in pieces of bounded length', async () => {
  const large = 'x'.repeat(700_000);
  const log = logOf(
    ...Array.from({ length: 4500 }, () => s2c('{}')),
    ...[large, large, large].map((text) => s2c(text)),
  );
  const { judging, worker } = await judgingOf(log);
  const whole = judging.catchUp();
  const lengths: number[] = [];
  for (; worker.asked.length > 0; await settled()) {
    lengths.push(pieceOf(worker).length);
    worker.answer();
  }
  await whole;
  expect(lengths).toEqual([2000, 2000, 502, 1]);
});
