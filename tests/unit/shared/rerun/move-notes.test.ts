/** A person's notes when a new recording takes the place of an older one. */
import { expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { notesAt, textOf, type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { moveNotes } from '#shared/rerun';
import { recordedOf } from '../../rerun-script.ts';
import { c2s, handshake, notification, request, result, s2c } from '../../script.ts';

const HOST = { by: 'host' } as const;
const call = (id: number, name: string): EventBody =>
  c2s(request(id, 'tools/call', { name, _meta: { progressToken: id } }), HOST);
const progress = (token: number, at: number): EventBody =>
  s2c(notification('notifications/progress', { progressToken: token, progress: at }));
const changed = s2c(notification('notifications/tools/list_changed'));
const noise = (raw: string): EventBody => s2c(raw);

/** A recording with a note on each event that has one. */
function noted(...bodies: readonly (EventBody | readonly [EventBody, string])[]): Recorded {
  const plain = bodies.map((each) => ('k' in each ? each : each[0]));
  const notes = bodies.flatMap((each, at): EventBody[] => ('k' in each ? [] : [{ k: 'note', at, text: each[1] }]));
  return recordedOf(...plain, ...notes);
}

/** What each note is on. */
function placed({ events }: Recorded): [string, string][] {
  return [...notesAt(events)].map(([at, text]) => {
    const event = events[at];
    return [text, event?.k === 'message' ? textOf(event) : (event?.k ?? 'nothing')];
  });
}
const raw = (body: EventBody): string => ('raw' in body ? (body.raw ?? '') : '');

test('go to what corresponds to their events, in another order and among other things', () => {
  const [open, ...opening] = handshake();
  if (!open) throw new Error('no handshake');
  const before = noted(
    [open, 'the beginning'],
    ...opening,
    [call(2, 'slow'), 'asked'],
    progress(2, 1),
    [progress(2, 2), 'half way'],
    [s2c(result(2, { content: [] })), 'answered'],
    changed,
    [changed, 'again?'],
    [noise('Server started'), 'noise'],
    [call(3, 'gone'), 'never again'],
    s2c(result(3)),
  );
  const after = recordedOf(
    ...handshake(),
    noise('other noise'),
    noise('Server started'),
    call(8, 'fast'),
    s2c(result(8)),
    changed,
    call(9, 'slow'),
    progress(9, 1),
    progress(9, 2),
    s2c(result(9, { content: [] })),
    changed,
  );
  const { recorded, unplaced, moved } = moveNotes(before, after, compareRecordings(before, after));
  expect(placed(recorded).map(([text, on]) => [text, on])).toEqual([
    ['the beginning', open.k],
    ['noise', 'Server started'],
    ['asked', raw(call(9, 'slow'))],
    ['half way', raw(progress(9, 2))],
    ['answered', raw(s2c(result(9, { content: [] })))],
    ['again?', raw(changed)],
  ]);
  expect([...notesAt(recorded.events).keys()].at(-1)).toBe(after.events.length - 1);
  expect(unplaced).toEqual([
    {
      at: before.events.findIndex((event) => 'raw' in event && event.raw === raw(call(3, 'gone'))),
      text: 'never again',
    },
  ]);
  expect(moved).toBe(6);
  expect(recorded.events.map(({ s }) => s)).toEqual([...recorded.events.keys()]);
});

test('a note that was taken back stays so, and one on nothing is told', () => {
  const before = recordedOf(...handshake(), { k: 'note', at: 0, text: 'no' }, { k: 'note', at: 0, text: '' });
  expect(moveNotes(before, before, compareRecordings(before, before)).moved).toBe(0);
  const about = recordedOf(...handshake(), { k: 'note', at: 99, text: 'lost' });
  const after = recordedOf(...handshake());
  expect(moveNotes(about, after, compareRecordings(about, after)).unplaced).toEqual([{ at: 99, text: 'lost' }]);
});
