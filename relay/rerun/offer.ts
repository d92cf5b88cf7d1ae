/** What to do about what differs: masks are only offered for what two runs of one plan differ in. */
import type { Comparison } from '#shared/compare';
import { shellWord } from '../report/index.ts';

/**
 * Where to find masks for what differs from the baseline; undefined where nothing differs that a mask could cover. One run alone
 * can't tell noise from a change, so it offers none.
 */
export function calibrateHint({ pairs }: Pick<Comparison, 'pairs'>): string | undefined {
  if (!pairs.some(({ verdict }) => verdict === 'changed')) return undefined;
  return 'If a value differs in every run, use --calibrate: it runs the plan twice and suggests masks for what differs.';
}

/**
 * What to do about answers that come and go: a server that keeps data meets what the first of two runs left. The recording and the first
 * run, which began with the same data, have no such difference.
 */
export function keptDataHint(baseline: string, first: string): string {
  const command = ['npx', 'mcp-lifeline', 'compare', '--calibrate', '--write-masks', baseline, first];
  return [
    'If the server keeps data, the second run found what the first one had left. If the first run started with the same data as',
    `the recording, compare those two instead: ${command.map(shellWord).join(' ')}`,
  ].join('\n');
}
