/** The findings of a recording as comparisons take them: one for each name, with its sentences. */
import type { Recorded } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { ruleById } from './rules/index.ts';
import type { Finding } from './finding.ts';
import { findingsFold } from './fold.ts';
import { levelOf, weightOf, type Level, type Weight } from './rule.ts';
import { sentenceOf } from './sentence.ts';
import type { FindingsWords } from './words/types.ts';

export interface ComparedFinding {
  /** Equal for the same finding of another recording. */
  readonly key: string;
  readonly rule: string;
  readonly side: Finding['side'];
  readonly level: Level;
  readonly weight: Weight;
  readonly revision: string;
  /** It holds on one transport only. */
  readonly bound: boolean;
  /** What it is about: method and name, or the kind of event; empty for neither. */
  readonly of: string;
  /** Where in the message; empty for the whole of it. */
  readonly place: string;
  /** The first event that broke it. */
  readonly s: number;
  /** What was seen there, by language. */
  readonly said: { readonly [language: string]: string };
}

/** Judges by all rules that say what must or should be, and tells what it finds in these languages. */
export function comparedFindings(words: {
  readonly [language: string]: FindingsWords;
}): (recording: { readonly recorded: Recorded; readonly log: SessionLog }) => readonly ComparedFinding[] {
  return ({ recorded: { header }, log }) => {
    const { found } = log.follow(findingsFold(header));
    const byKey = new Map<string, ComparedFinding>();
    for (const finding of found) {
      const rule = ruleById(finding.rule);
      // Neither advice nor what follows from another finding is a change that anybody would want to hear of.
      if (!rule || finding.consequenceOf || weightOf(rule, finding.revision) === 'advice') continue;
      const { of, place, ...name } = findingName(finding, log);
      const key = JSON.stringify([name.rule, name.side, of, place]);
      if (byKey.has(key)) continue;
      const { revision, at } = finding;
      const said = Object.entries(words).map(([language, each]) => [language, sentenceOf(each, finding)]);
      byKey.set(key, {
        ...{ key, ...name, of: of.join(' '), place, s: at, revision, bound: rule.transport !== undefined },
        level: levelOf(rule, revision),
        weight: weightOf(rule, revision),
        said: Object.fromEntries(said) as { readonly [language: string]: string },
      });
    }
    return [...byKey.values()];
  };
}

export interface FindingName {
  readonly rule: string;
  readonly side: Finding['side'];
  /** What it is about: the method, or the kind of an event that has none; then the tool, prompt or URI. */
  readonly of: readonly string[];
  /** Its pointer, with `*` for each index. */
  readonly place: string;
}

/** What makes a finding of this log the same one in another run: neither numbers of events, nor values, nor places in lists. */
export function findingName({ rule, side, at, pointer = '' }: Finding, log: SessionLog): FindingName {
  const note = log.notes[at];
  const of = [note?.method ?? note?.kind ?? '', log.operationOf(at)?.name ?? ''].filter((each) => each !== '');
  return { rule, side, of, place: pointer.replace(/\/\d+(?=\/|$)/g, '/*') };
}
