/** Compares recordings away from the page: long ones take their seconds. */
import { defined } from '#shared/base';
import {
  compareLogs,
  suggestMasks,
  textDifference,
  redactedMasks,
  type CompareOptions,
  type Comparison,
  type Masks,
  type Pair,
  type Side,
} from '#shared/compare';
import { summarize } from '#shared/library';
import { formatJson } from '#shared/jsonrpc';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import type { Recorded } from '#shared/recording';
import { ShownRedactor } from '#shared/redact';
import { wordsIn, type Language } from '#shared/words';
import { recordedIn } from '../base/plain-bytes.ts';
import type { SideName } from '../workspace/library/chosen.ts';
import { foldEqual } from './fold-equal.ts';
import { overviewOf, type Overview } from './overview.ts';
import { load, pairLine, type Loaded, type PairLine } from './pair-line.ts';

const MAX_TEXT_CHARS = 4_000_000;

const sides = new Map<SideName, Loaded>();
let comparison: Comparison | undefined;

export async function read(side: SideName, file: Blob) {
  sides.delete(side);
  const { recorded, problem } = await recordedIn(file);
  sides.set(side, load(recorded));
  // `problem`: reading stopped at a line that could not be read.
  return { ...factsOf(recorded), ...defined({ problem }) };
}
export type SideFacts = Awaited<ReturnType<typeof read>>;

export async function compare(options: Omit<CompareOptions, 'judge'>): Promise<Overview> {
  const judge = comparedFindings({ en: await findingsWordsIn('en'), 'zh-CN': await findingsWordsIn('zh-CN') });
  comparison = compareLogs(loaded('before').folded, loaded('after').folded, { ...options, judge });
  return overviewOf(comparison);
}

export const pair = (index: number): Pair | undefined => comparison?.pairs[index];

export async function line(index: number, language: Language): Promise<PairLine | undefined> {
  const found = pair(index) ?? leftOut(index);
  const both = { before: loaded('before'), after: loaded('after') };
  return found && pairLine(found, both, await wordsIn(language));
}

export function text(index: number, part: 'request' | 'answer', all: boolean) {
  const found = pair(index) ?? leftOut(index);
  const one = messageOf('before', found?.before, part);
  const other = messageOf('after', found?.after, part);
  const cut = Math.max(one.length, other.length) > MAX_TEXT_CHARS;
  const { rows, exact } = textDifference(laidOut(one), laidOut(other));
  return { rows: all ? rows : foldEqual(rows), exact, cut };
}
export type ShownText = ReturnType<typeof text>;

export const suggest = async (file: Blob, masks: Masks) =>
  suggestMasks(loaded('before').folded.recorded, (await recordedIn(file)).recorded, masks);

export function masksToWrite(masks: Masks): Masks {
  const redactor = new ShownRedactor([loaded('before').folded.recorded, loaded('after').folded.recorded]);
  return { ...masks, pointers: redactedMasks(masks.pointers, (texts) => redactor.redact(texts)) };
}

function loaded(side: SideName): Loaded {
  const found = sides.get(side);
  if (!found) throw new Error('nothing was loaded');
  return found;
}

function leftOut(index: number): { readonly before?: Side; readonly after?: Side } | undefined {
  const found = comparison?.leftOut[index - comparison.pairs.length];
  return found && { before: found.side };
}

const laidOut = (message: string): string => formatJson(message.slice(0, MAX_TEXT_CHARS));

/** The text of a side's request or answer; empty when there is none, or none that is text. */
function messageOf(name: SideName, side: Side | undefined, part: 'request' | 'answer'): string {
  const s = part === 'request' ? side?.s : side?.closed;
  const event = s === undefined ? undefined : sides.get(name)?.folded.recorded.events.at(s);
  return event?.k === 'message' ? (event.raw ?? '') : '';
}

/** What a person recognises a recording by. */
function factsOf({ header, events }: Recorded) {
  const { server, revision } = summarize({ header, events });
  const version = server?.version === undefined ? '' : ` ${server.version}`;
  return {
    ...defined({ server: server && `${server.name}${version}`, revision }),
    transport: header.connection.transport,
    startedAt: header.startedAt,
    events: events.length,
  };
}
