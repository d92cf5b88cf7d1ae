import type { StepReport, StepValue } from '#shared/exercise';
import { visibleText } from '#shared/plain-text';
import type { Messages } from '../base/i18n/all.ts';
import type { exerciseWords } from './words/index.ts';

type Words = typeof exerciseWords.now;

/** `tools/call echo`. */
export function nameOf({ method, about }: Pick<StepReport, 'method' | 'about'>): string {
  return visibleText(about === undefined ? method : `${method} ${about}`);
}

/** What became of a step: its verdict, and of a failed one why. */
export function outcomeOf({ verdict, outcome }: StepReport, { common, outcomeSentences }: Messages, t: Words): string {
  return t.verdicts[verdict] + (verdict === 'failed' ? `${common.colon}${outcomeSentences[outcome]}` : '');
}

const MOST_VALUES = 6;

export function valuesOf(values: readonly StepValue[] | undefined, t: Words): string {
  return (values ?? [])
    .slice(0, MOST_VALUES)
    .map(({ at, from, of }) => visibleText(t.value(at.slice(1), t.sources[from], of)))
    .join(' · ');
}

const MAX_ROW_CHARS = 300;

/** The arguments of a step as one line of JSON; empty where there are none. */
export function argumentsOf(params: string | undefined): string {
  if (params === undefined) return '';
  const {
    arguments: args,
    uri: _uri,
    name: _name,
    ...rest
  } = JSON.parse(params) as { readonly [name: string]: unknown };
  const shown = args ?? (Object.keys(rest).length > 0 ? rest : undefined);
  if (shown === undefined) return '';
  const text = JSON.stringify(shown);
  return visibleText(text.length > MAX_ROW_CHARS ? `${text.slice(0, MAX_ROW_CHARS)}…` : text);
}
