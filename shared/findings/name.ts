/** What makes a finding the same one in another run: neither numbers of events, nor values, nor places in lists. */
import type { SessionLog } from '#shared/session';
import type { Finding } from './finding.ts';

export interface FindingName {
  readonly rule: string;
  readonly side: Finding['side'];
  /** What it is about: the method, or the kind of an event that has none; then the tool, prompt or URI. */
  readonly of: readonly string[];
  /** Its pointer, with `*` for each index. */
  readonly place: string;
}

/** The name of a finding of this log. */
export function findingName({ rule, side, at, pointer = '' }: Finding, log: SessionLog): FindingName {
  const note = log.notes[at];
  const of = [note?.method ?? note?.kind ?? '', log.operationOf(at)?.name ?? ''].filter((each) => each !== '');
  return { rule, side, of, place: pointer.replace(/\/\d+(?=\/|$)/g, '/*') };
}
