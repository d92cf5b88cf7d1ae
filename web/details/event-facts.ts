/** The fields of an event that carries no message, as names and values to show. */
import { textMember } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import { actText, connectionExplained, processText } from '#shared/words';
import { duration, words } from '../base/i18n/index.svelte.ts';
import { detailsWords } from './words/index.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly mono?: boolean;
}

type Fields = readonly (readonly [name: string, value: string | number | null | undefined])[];

/** Facts of an event; fields it does not have are left out. A message has none here. */
export function eventFacts(event: WireEvent): readonly Fact[] {
  const details = detailsWords.now;
  const texts = words.now;
  const { timeouts } = texts;
  const { fields } = details;
  switch (event.k) {
    case 'process':
      return present([
        [fields.what, processText(event, texts)],
        [fields.pid, event.pid],
        [fields.command, event.command],
        [event.event === 'stdin-error' ? fields.bytesUndelivered : fields.bytesWaiting, event.bytes],
        [fields.exitCode, event.code],
        [fields.signal, event.signal],
        [fields.error, event.error],
        [fields.by, event.by && details.processBy[event.by]],
      ]);
    case 'connection': {
      const explained = connectionExplained(event, texts);
      const known = explained ? undefined : texts.problems.reasons[event.reason ?? ''];
      return [
        { name: fields.what, value: explained?.title ?? texts.rows.connection[event.event] },
        ...(explained && explained.text !== '' ? [{ name: fields.meaning, value: explained.text }] : []),
        ...present([
          [event.event === 'era' ? fields.revision : fields.detail, event.detail],
          // What is explained has said its reason in words.
          [fields.reason, known || explained ? undefined : event.reason],
        ]),
        // Called as its banner calls it.
        ...(known ? [{ name: fields.reason, value: known.title }] : []),
        ...(event.steps ? [{ name: details.steps, value: stepNames(event.steps) }] : []),
      ];
    }
    case 'note':
      return present([
        [fields.atEvent, event.at],
        [fields.text, event.text],
      ]);
    case 'gap': {
      const bounded = (n?: number): number | string | undefined => (n === undefined || !event.atMost ? n : `≤ ${n}`);
      return present([
        [fields.bytesLeftOut, bounded(event.bytes)],
        [fields.eventsLeftOut, bounded(event.events)],
        [fields.reason, event.why],
      ]);
    }
    case 'sse':
      return present([
        [fields.text, event.text],
        [fields.sseId, event.id],
        [fields.retry, event.retry],
      ]);
    case 'stderr':
      return present([[fields.text, event.b64 === undefined ? event.text : textOf(event)]]);
    case 'unknown':
      return present(Object.entries(event.fields).map(([name, value]) => [name, JSON.stringify(value)]));
    case 'timeout':
      return present([
        [fields.atEvent, event.at],
        [fields.limit, timeouts.passed[event.limit](duration(event.ms * 1000))],
      ]);
    case 'tap':
      return present([
        [fields.what, actText(event, texts)],
        [fields.atEvent, event.at],
        [event.act === 'hold' ? fields.condition : fields.rule, event.rule],
        [fields.by, event.by && details.tapBy[event.by]],
        [
          event.act === 'hold' ? fields.limit : fields.late,
          event.ms === undefined ? undefined : duration(event.ms * 1000),
        ],
        [fields.orders, event.orders],
      ]);
    case 'body':
      return present([[fields.text, textOf(event)]]);
    case 'http':
    case 'message':
      return [];
  }
}

function present(fields: Fields): Fact[] {
  return fields.flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [{ name, value: String(value), mono: true }],
  );
}

/** What was on, one name after the other; a step that this version does not know keeps its recorded name. */
export function stepNames(steps: readonly string[]): string {
  const known: { readonly [step: string]: unknown } = words.now.connect.steps;
  const nameOf = (step: string): string => {
    return textMember(Object.hasOwn(known, step) ? known[step] : undefined, 'name') ?? step;
  };
  return steps.map(nameOf).join(' · ') || detailsWords.now.none;
}
