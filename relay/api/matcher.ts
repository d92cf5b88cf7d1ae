/** Compares a recording with the one that a test keeps. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compareRecordings, failsAt, verdictOf, type CompareOptions, type Gate } from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';
import { saveRecording } from '../recording/index.ts';
import { ruleJudge } from '../report/index.ts';
import { masksBeside } from './masks.ts';
import { reportText } from './compare.ts';
import { readRecording } from './read.ts';
import { runOf } from './run-of.ts';

/** What counts as equal. Masks are, unless given, those in the file beside the kept recording. */
export interface MatchOptions extends Pick<CompareOptions, 'masks' | 'strict' | 'latency' | 'checkLists'> {
  /** The least kind of change that fails: `breaking`, `changed` (the default), or `any`. */
  readonly failOn?: Gate;
}

/** The part of a matcher's context that this one uses. */
interface Context {
  readonly isNot?: boolean;
  readonly testPath?: string;
  readonly snapshotState?: { readonly snapshotUpdateState?: 'all' | 'new' | 'none' };
}

export async function toMatchRecording(
  this: Context,
  received: unknown,
  file: string,
  options: MatchOptions = {},
): Promise<{ readonly pass: boolean; readonly message: () => string }> {
  const folder = this.testPath === undefined ? process.cwd() : dirname(this.testPath);
  const path = resolve(folder, file);
  const after = await recordingOf(received, folder);
  const update = this.isNot ? 'none' : (this.snapshotState?.snapshotUpdateState ?? 'none');
  if (!existsSync(path)) {
    if (update === 'none')
      return { pass: false, message: () => `${path} is not there. Run the test with --update to write it.` };
    saveRecording(path, after);
    return { pass: true, message: () => `${path} was written.` };
  }
  const before = await readRecording(path);
  const run = runOf(after, before);
  const comparison = compareRecordings(before, after, {
    ...run,
    judge: await ruleJudge(),
    ...options,
    masks: options.masks ?? masksBeside(path),
  });
  const pass = !failsAt(verdictOf(comparison).worst, options.failOn ?? 'changed');
  const leftOut = run.leaveOut?.size ?? 0;
  // What the run left out would be gone from the kept recording, and be checked no more.
  if (!pass && update === 'all' && leftOut === 0) {
    saveRecording(path, after);
    return { pass: true, message: () => `${path} was replaced.` };
  }
  const words = (): string => reportText(comparison, { redact: [before, after], before: path, after: 'the recording' });
  const mask = `mask what may differ in ${path}.masks.json.`;
  const next =
    leftOut === 0
      ? `Run the test with --update to keep the new recording, or ${mask}`
      : `The run left out ${leftOut} ${leftOut === 1 ? 'step' : 'steps'}, so it can’t replace the kept recording. Run the test with { yes: true } and --update, or ${mask}`;
  return {
    pass,
    message: () =>
      pass ? `The recording is like ${path}.` : `The recording is not like ${path}.\n\n${words()}\n${next}`,
  };
}

async function recordingOf(value: unknown, folder: string): Promise<Recorded> {
  if (typeof value === 'string') return readRecording(resolve(folder, value));
  const recorded: unknown = await value;
  if (typeof recorded === 'object' && recorded !== null && 'header' in recorded && 'events' in recorded)
    return recorded as Recorded;
  throw new TypeError('toMatchRecording takes a recording, a promise of one, or the path of one.');
}
