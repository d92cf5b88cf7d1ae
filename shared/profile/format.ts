/** What was seen of a client in words. */
import { duration } from '#shared/words';
import { FACTS, NO, NONE, OTHERS, WAITED, YES, type Fact, type Place } from './facts.ts';
import { medianOf, type ProfileRow } from './compare.ts';
import type { ClientProfile } from './merge.ts';
import type { ProfileWords } from './words/index.ts';

/** A piece of what a cell says, and the events that it rests on. */
export interface CellPart {
  readonly text: string;
  /** A text from the wire, as it is. */
  readonly wire?: true;
  readonly nothing?: true;
  readonly at: readonly Place[];
}

export function labelOf({ name, subject = '' }: Pick<ProfileRow, 'name' | 'subject'>, words: ProfileWords): string {
  const isList = name === 'listChanged' || name === 'pages';
  return words.facts[name].label(isList ? (words.lists[subject] ?? subject) : subject);
}

/** Name and version of a client, as it gave them; without a name, its host. */
export function nameOf({ client, hosts }: Pick<ClientProfile, 'client' | 'hosts'>, words: ProfileWords): string {
  const { name = hosts[0] ?? words.nameless, version } = client;
  return version === undefined ? name : `${name} ${version}`;
}

/** What a cell says, in its parts; one that has nothing to say says why. */
export function cellOf(
  row: Pick<ProfileRow, 'name' | 'kind'>,
  fact: Fact | undefined,
  words: ProfileWords,
): readonly CellPart[] {
  if (!fact) return [nothingOf(row, words)];
  const all = [...fact.values];
  if (fact.soFar === true) return all.map(([value, { at }]) => ({ text: soFarOf(value, fact, words), at }));
  const parts = row.kind === 'behaviour' ? behaviour(fact, words) : undefined;
  if (parts) return [...parts, ...timesOf(fact, words)];
  if (row.kind === 'use') return all.map(([, { count, at }]) => ({ text: words.times(count), at }));
  if (row.kind === 'most') return all.map(([, { at }]) => ({ text: String(fact.most ?? 0), at }));
  const isOne = all.length === 1 && row.kind === 'trait';
  const values = all.flatMap(([value, { count, at }]): CellPart[] => {
    const said = valueOf(fact, value, words);
    // A time without a kind of its own.
    if (said === undefined) return [];
    return [{ ...said, text: isOne || count === 1 ? said.text : `${said.text} ${words.each(count)}`, at }];
  });
  return [...values, ...timesOf(fact, words)];
}

function nothingOf({ name, kind }: Pick<ProfileRow, 'name' | 'kind'>, words: ProfileWords): CellPart {
  const text =
    kind === 'use'
      ? name === 'rule'
        ? words.none
        : words.notUsed
      : kind === 'behaviour' || kind === 'time'
        ? words.noOccasion
        : words.none;
  return { text, nothing: true, at: [] };
}

function soFarOf(value: string, { times: [time] }: Fact, words: ProfileWords): string {
  const said = time === undefined ? undefined : duration(time, words.locale);
  return value === WAITED ? words.waited(said ?? duration(0, words.locale)) : words.notSoFar(said);
}

/** Done or not; undefined for what has other values. */
function behaviour({ values }: Fact, words: ProfileWords): CellPart[] | undefined {
  const [yes, no] = [values.get(YES), values.get(NO)];
  if (values.size === 0 || values.size !== Number(yes !== undefined) + Number(no !== undefined)) return undefined;
  const at = [...(no?.at ?? []), ...(yes?.at ?? [])];
  if (yes && no) return [{ text: words.partly(yes.count, yes.count + no.count), at }];
  const [said, count] = [yes ? words.yes : words.no, (yes ?? no)?.count ?? 0];
  return [{ text: count === 1 ? said : `${said} ${words.each(count)}`, at }];
}

function valueOf({ name }: Fact, value: string, words: ProfileWords): Omit<CellPart, 'at'> | undefined {
  if (value === OTHERS) return { text: words.others };
  const known = words.values[name];
  if (name === 'ends')
    return {
      text: value
        .split(' ')
        .map((step) => known?.[step] ?? step)
        .join(' → '),
    };
  if (known && Object.hasOwn(known, value)) return { text: known[value] ?? value };
  if (name === 'answers' && value.startsWith('error')) return { text: words.error(value.slice('error '.length)) };
  if (value !== NONE) return { text: value, wire: true };
  if (FACTS[name].kind === 'time') return undefined;
  return { text: name === 'cancelReason' ? words.noReason : words.notSent };
}

/** The shortest, the middle and the longest of the times, as a part of its own. */
function timesOf({ name, times, values }: Fact, words: ProfileWords): CellPart[] {
  const median = medianOf(times);
  if (median === undefined) return [];
  const said = (us: number): string => duration(us, words.locale);
  const [least, most] = [said(times[0] ?? median), said(times.at(-1) ?? median)];
  const [one, range] = name === 'pings' ? [words.every, words.everyRange] : [words.after, words.afterRange];
  const at = values.size === 1 && values.has(NONE) ? (values.get(NONE)?.at ?? []) : [];
  const few = least === most ? least : `${least} – ${most}`;
  return [{ text: times.length > 2 && least !== most ? range(said(median), least, most) : one(few), at }];
}
