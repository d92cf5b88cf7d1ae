/** A page's question to a worker always has an answer, whatever becomes of the worker. */
import { afterEach, expect, test, vi } from 'vitest';
import { answerRequests } from '../../../../web/base/answer-requests.ts';
import { WorkerLink } from '../../../../web/base/worker-link.ts';

interface Calls {
  readonly half: (n: number) => unknown;
  readonly [name: string]: (...given: never[]) => unknown;
}

/** Both ends, with messages copied as between threads. */
function joined(calls: Calls | Promise<Calls>): { readonly link: WorkerLink<Calls>; readonly worker: EventTarget } {
  const message = (data: unknown): Event => Object.assign(new Event('message'), { data: structuredClone(data) });
  const inside = Object.assign(new EventTarget(), {
    postMessage: (data: unknown) => outside.dispatchEvent(message(data)),
  });
  const outside = Object.assign(new EventTarget(), {
    postMessage: (data: unknown) => inside.dispatchEvent(message(data)),
    terminate: () => undefined,
  });
  vi.stubGlobal('self', inside);
  vi.stubGlobal('navigator', { language: 'en' });
  answerRequests(calls);
  return { link: new WorkerLink<Calls>(outside as unknown as Worker), worker: outside };
}

afterEach(() => vi.unstubAllGlobals());

test('the answer, or what was thrown', async () => {
  const { link } = joined({
    half: (n: number) => {
      if (n % 2 === 1) throw new Error('odd');
      return n / 2;
    },
  });
  expect(await Promise.allSettled([link.ask('half', 4), link.ask('half', 3)])).toMatchObject([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: { message: 'odd' } },
  ]);
});

test('an answer that can’t be sent is told', async () => {
  const { link } = joined({ half: () => () => undefined });
  await expect(link.ask('half', 1)).rejects.toThrow(/could not be cloned/);
  await expect(link.ask('half', 1)).rejects.toThrow(/could not be cloned/);
});

test('of a worker that could not be loaded nothing is waited for, whether it was asked before or after', async () => {
  const { link, worker } = joined({ half: () => new Promise(() => undefined) });
  const before = link.ask('half', 1);
  worker.dispatchEvent(new Event('error'));
  await expect(before).rejects.toThrow(/could not be loaded/);
  await expect(link.ask('half', 1)).rejects.toThrow(/could not be loaded/);
});

test('of a worker that lacks a part of its code nothing is waited for, and the reason is a sentence', async () => {
  for (const message of [
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/compare.task.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/compare.task.js',
    'Importing a module script failed.',
  ]) {
    const lacking = (): Promise<never> => Promise.reject(new TypeError(message));
    await expect(joined(lacking()).link.ask('half', 1)).rejects.toThrow(/could not be loaded/);
    const { link } = joined({ half: (n: number) => (n % 2 === 0 ? n / 2 : lacking()) });
    await expect(link.ask('half', 3)).rejects.toThrow(/could not be loaded/);
    expect(await link.ask('half', 4)).toBe(2);
  }
});

test('of a worker whose start failed nothing is waited for; one that answered before goes on', async () => {
  const failed = (): Event => Object.assign(new Event('error'), { message: 'no such export' });
  const { link, worker } = joined({ half: () => new Promise(() => undefined) });
  worker.dispatchEvent(failed());
  await expect(link.ask('half', 1)).rejects.toThrow('no such export');
  const right = joined({ half: (n: number) => n / 2 });
  await right.link.ask('half', 4);
  right.worker.dispatchEvent(failed());
  expect(await right.link.ask('half', 6)).toBe(3);
});

test('who waits for a worker that is ended is told why, when there is a reason', async () => {
  const { link } = joined({ half: () => new Promise(() => undefined) });
  const waiting = [link.ask('half', 1), link.ask('half', 2)];
  link.end(new Error('no answer in time'));
  for (const each of waiting) await expect(each).rejects.toThrow('no answer in time');
});
