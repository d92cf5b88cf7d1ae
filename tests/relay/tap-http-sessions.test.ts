/** How long a tap over HTTP keeps the recording of a session open that was deleted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecorded, type HeldRecording as Recorded } from '#shared/recording';
import type { HttpCopy } from '../../relay/tap/http/copy.ts';
import { TappedExchanges } from '../../relay/tap/http/tapped-exchanges.ts';
import { newSeen } from '../../relay/tap/stdio/copy.ts';
import { temporaryFolder } from './support/relay.ts';

const URL = 'http://127.0.0.1:1/mcp';
const SECOND = 1_000_000;

/** A recorder of a tap, exchanges that pass it, and what it has recorded. */
function begun() {
  const out = temporaryFolder();
  const seen = newSeen();
  const spool = join(out, '.taps', 'one');
  let now = 0;
  const exchanges = new TappedExchanges(
    { seen, before: 0, began: 0n, startedAt: new Date().toISOString(), to: URL, out, spool },
    () => now,
  );
  const passes = (x: number, method: string, t: number, session = 's1'): void => {
    now = t;
    const headers = [['Mcp-Session-Id', session]] as const;
    exchanges.take({ is: 'happened', t, body: { is: 'request', x, method, url: URL, headers, via: {}, client: x } });
    exchanges.take({ is: 'happened', t, body: { is: 'sent', x } });
    exchanges.take({ is: 'happened', t, body: { is: 'response', x, status: 200, headers: [] } });
    exchanges.take({ is: 'happened', t, body: { is: 'end', x, by: 'server' } });
  };
  const recorded = (): readonly (Recorded | undefined)[] =>
    readdirSync(out)
      .filter((name) => name.endsWith('.mcprec'))
      .map((name) => readRecorded(readFileSync(join(out, name), 'utf8')).recorded);
  return { exchanges, passes, recorded };
}

test('a session that was deleted ends a minute after it was used last, where it was; then its id is no beginning', async () => {
  const { exchanges, passes, recorded } = begun();
  passes(1, 'DELETE', SECOND);
  passes(2, 'GET', 2 * SECOND);
  exchanges.sessions.endIdle(62 * SECOND);
  exchanges.write();
  expect(recorded().map((each) => each?.footer)).toEqual([undefined]);
  exchanges.sessions.endIdle(63 * SECOND);
  expect(recorded().map((each) => each?.footer?.reason)).toEqual(['host-ended']);
  expect(recorded()[0]?.events.at(-1)).toMatchObject({ event: 'closed', t: SECOND });
  passes(3, 'GET', 70 * SECOND);
  await exchanges.end();
  const last = recorded().find((each) => each?.events.some((event) => event.k === 'http' && event.x === 'x3'));
  expect(last?.footer?.reason).toBe('closed');
  expect(last?.events[0]).toMatchObject({ k: 'connection', event: 'open' });
});

test('of many sessions that were deleted at once the last ones stay open: each has a file open', async () => {
  const { exchanges, passes, recorded } = begun();
  const ids = Array.from({ length: 60 }, (_, index) => `s${index}`);
  for (const [x, id] of ids.entries()) passes(x, 'DELETE', SECOND, id);
  passes(60, 'GET', SECOND, 's59');
  exchanges.write();
  const ended = (): number => recorded().filter((each) => each?.footer?.reason === 'host-ended').length;
  expect(ended()).toBe(40);
  await exchanges.end();
  expect([recorded().length, ended()]).toEqual([60, 60]);
});

test('who goes on for a killed tap from the start finds the same sessions', async () => {
  const out = temporaryFolder();
  const seen = newSeen();
  const start = {
    seen,
    before: 0,
    began: 0n,
    startedAt: new Date().toISOString(),
    to: URL,
    out,
    spool: join(out, '.taps', 'one'),
  };
  const headers = [['Mcp-Session-Id', 's1']] as const;
  const copies = ['DELETE', 'GET'].flatMap((method, x): HttpCopy[] => {
    const t = 1 + x * 70 * SECOND;
    return [
      { is: 'happened', t, body: { is: 'request', x, method, url: URL, headers, via: {}, client: x } },
      { is: 'happened', t, body: { is: 'sent', x } },
      { is: 'happened', t, body: { is: 'response', x, status: 200, headers: [] } },
      { is: 'happened', t, body: { is: 'end', x, by: 'server' } },
    ];
  });
  const killed = new TappedExchanges(start, () => 0);
  for (const copy of copies.slice(0, 4)) killed.take(copy);
  killed.sessions.endIdle(65 * SECOND);
  for (const copy of copies.slice(4)) killed.take(copy);
  killed.write();
  const names = readdirSync(out).filter((name) => name.endsWith('.mcprec'));
  const next = new TappedExchanges(start, () => 0, { resumes: 'from-start' });
  for (const copy of copies) next.take(copy);
  next.take({ is: 'over', t: 71 * SECOND, reason: 'tap-killed' });
  await next.end();
  expect(readdirSync(out).filter((name) => name.endsWith('.mcprec'))).toEqual(names);
  const reasons = names.map((name) => readRecorded(readFileSync(join(out, name), 'utf8')).recorded?.footer?.reason);
  expect(reasons.sort()).toEqual(['host-ended', 'tap-killed']);
});
