/** What was found at each event of a recording, for the filter language. */
import { addTo } from '#shared/base';
import type { Recorded } from '#shared/recording';
import { apart } from './consequences.ts';
import { ruleById } from './catalogue/index.ts';
import { judgeRecording } from './judged.ts';
import { weightOf, type Side, type Weight } from './rule.ts';

interface FoundAt {
  readonly rule: string;
  readonly weight: Weight;
  readonly side: Side;
}

/** Judge a recording; the result gives what was found at an event, heuristic rules left out. Never throws. */
export function foundIn(recorded: Recorded): (s: number) => readonly FoundAt[] {
  const byEvent = new Map<number, FoundAt[]>();
  for (const { rule: id, revision, at, side } of apart(judgeRecording(recorded).findings).own) {
    const rule = ruleById(id);
    if (!rule) continue;
    addTo(byEvent, at, { rule: id, side, weight: weightOf(rule, revision) });
  }
  return (s) => byEvent.get(s) ?? [];
}
