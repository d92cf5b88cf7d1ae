/** An export pays for one pass over a recording: its log is made once, and whatever asks it for a fold shares that pass. */
import { expect, test, vi } from 'vitest';
import { toText, WRITERS } from '#shared/export';
import { findingsReport, judgeRecording } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { USES } from '#shared/lenses';
import { SessionFold, SessionLog } from '#shared/session';
import { sample } from '../../export-samples.ts';

test('a report in markdown', async () => {
  const recorded = sample('typed.mcprec');
  const findings = findingsReport(judgeRecording(recorded), await findingsWordsIn('en'));
  const apart = WRITERS.markdown(recorded, { findings });
  const append = vi.spyOn(SessionFold.prototype, 'append');
  expect(await toText('markdown', recorded, {})).toBe(apart);
  expect(append).toHaveBeenCalledTimes(recorded.events.length);
});

test('folds that a judge is asked for have read what the log has', () => {
  const recorded = sample('typed.mcprec');
  const { log } = judgeRecording(recorded, { folds: [USES] });
  const other = new SessionLog();
  for (const event of recorded.events) other.append(event);
  expect(log.follow(USES)).toEqual(other.follow(USES));
});
