/** What must hold after any session, however bad its server was. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sessionFailure } from '#shared/failure';
import type { Fault } from '#shared/jsonrpc';
import { payloadLength, RecordingReader, type WireEvent } from '#shared/recording';
import { LARGE_HEAD } from '#shared/relay-protocol';
import type { SessionLog } from '#shared/session';
import { describe as describeRow, Troubles } from '#shared/timeline';
import { connectionExplained } from '#shared/words';
import * as english from '../../../web/base/i18n/en/all.ts';
import * as chinese from '../../../web/base/i18n/zh-CN/all.ts';
import type { Session } from './session.ts';

/** The events of a session's recording, read from the disk. */
export function recorded({ relay, id }: Session): WireEvent[] {
  const name = readdirSync(relay.folder).find((each) => each.endsWith(`-${id}.mcprec`)) ?? '';
  const reader = new RecordingReader();
  const events = reader.push(readFileSync(join(relay.folder, name), 'utf8'));
  const { summary } = reader.end();
  expect(summary.problems).toEqual([]);
  expect(summary.footer?.events).toBe(events.length);
  return events;
}

/** Fails unless the page has a title and a text, in both languages, for each of these. */
export function expectWords(kind: 'faults' | 'reasons', codes: Iterable<string>): void {
  for (const code of codes) {
    for (const words of [english.problems[kind], chinese.problems[kind]]) {
      const explained = Object.entries(words).find(([known]) => known === code)?.[1];
      expect(explained?.title, `a title for ${code}`).toBeTruthy();
      expect(explained?.text, `a text for ${code}`).toBeTruthy();
    }
  }
}

const reasonOf = (event: WireEvent): string => (event.k === 'connection' ? (event.reason ?? '') : '');
const isEraTurn = (event: WireEvent): boolean =>
  event.k === 'connection' && (event.event === 'era' || event.event === 'restarted');

/** Fails unless each verdict on an era, and each reason to begin anew, has words of its own in both languages. */
function expectEraWords(turns: readonly WireEvent[]): void {
  for (const event of turns) {
    if (event.k !== 'connection' || !isEraTurn(event)) continue;
    for (const words of [english, chinese]) {
      const said = connectionExplained(event, words);
      expect(said?.title, `a title for ${event.reason}`).toBeTruthy();
      expect(said?.text, `a text for ${event.reason}`).toBeTruthy();
    }
  }
}

/**
 * After a session has ended: its events are dense, each has a row, everything wrong has words, and the recording on the
 * disk is what the page received. Gives the folded log.
 */
export function expectWhole(session: Session): SessionLog {
  const { events, log } = session;
  expect(events.map(({ s }) => s)).toEqual(events.map((_, index) => index));
  expect(log.length).toBe(events.length);
  for (const { s } of events) {
    const row = describeRow(log, s);
    expect(row?.s).toBe(s);
    expect(row?.faults).toEqual(log.notes.get(s)?.faults ?? []);
    if (log.notes.get(s)?.faults) expect(row?.trouble).toBe(true);
  }
  expectWords('faults', new Set(log.notes.flatMap(({ faults = [] }) => faults)));
  const turns = events.filter((event) => event.k === 'connection' && event.reason !== undefined);
  expectEraWords(turns);
  expectWords('reasons', new Set(turns.flatMap((event) => (isEraTurn(event) ? [] : [reasonOf(event)]))));
  expect([...log.state.pending]).toEqual([]);
  const disk = recorded(session);
  expect(disk.length).toBe(events.length);
  events.forEach((event, s) => expectSame(event, disk[s]));
  const failure = sessionFailure(log, log.state, log.length);
  if (failure) expectWords('reasons', [failure.reason]);
  return log;
}

/** A large payload came as its beginning; everything else came as it stands on the disk. */
function expectSame(received: WireEvent, disk: WireEvent | undefined): void {
  if (received.k !== 'message' || !received.large || disk?.k !== 'message') return expect(received).toEqual(disk);
  const { large, raw, ...rest } = received;
  const { raw: whole, ...same } = disk;
  expect(rest).toEqual(same);
  expect(raw).toBe(whole?.slice(0, LARGE_HEAD));
  expect(large.bytes).toBe(payloadLength(disk));
}

/** Every event with a fault: its line as the story has it, and the faults. */
export function faultsOf(session: Session, log: SessionLog): [text: string, ...faults: Fault[]][] {
  return log.faulty.map((s) => {
    const event = session.events[s];
    const text = event?.k === 'message' ? (event.raw ?? `b64:${event.b64 ?? ''}`) : '';
    return [text, ...(log.notes.get(s)?.faults ?? [])];
  });
}

/** How many events of a session are shown as wrong. */
export function wrongIn(log: SessionLog): number {
  const troubles = new Troubles(log);
  troubles.advance();
  const { violations, errors } = troubles.counts(log.length);
  return violations + errors;
}
