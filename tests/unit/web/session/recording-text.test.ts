/** What a session in the page's memory is as a file. */
import { expect, test } from 'vitest';
import { readRecorded } from '#shared/recording';
import { recordingText } from '../../../../web/session/held-source.ts';
import { recordedOf } from '../../export-samples.ts';
import { logOfEvents } from '../../script.ts';

test.each([
  ['a session that goes on is cut short', undefined, undefined],
  [
    'a file that ended ends again, whatever its events tell',
    'imported',
    { footer: true, events: 1, reason: 'imported' },
  ],
])('%s', async (_name, reason, footer) => {
  const { header, events } = recordedOf({ k: 'stderr', text: 'x\n' });
  const log = logOfEvents(events);
  const { recorded, summary } = readRecorded(await recordingText(header, log, reason).text());
  expect(recorded?.events).toEqual(events);
  expect(summary).toMatchObject({ cutShort: footer === undefined, problems: [] });
  expect(recorded?.footer).toEqual(footer);
});
