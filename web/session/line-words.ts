/** A line in words: what a screen reader says of it, and what its bar says under the pointer. */
import type { Interval, OperationLine } from '#shared/operations';
import { moment } from '#shared/words';
import { duration, size } from '../base/i18n/index.svelte.ts';
import { words } from '../base/i18n/all.ts';

/** Requests for something that the server offers by name. */
const OFFERED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** The name of what is asked for, where that says it all; undefined where the method says more, as with the id of a task. */
export function offeredName({ method, name }: OperationLine): string | undefined {
  return OFFERED.has(method) ? name : undefined;
}

/** Empty for text that nothing answered: it took no time, and nobody waits. */
export function tookText({ took, span: { from, to } }: OperationLine, now: number): string {
  if (to === undefined) return words.now.operationList.soFar(duration(now - from));
  return took === undefined ? '' : duration(took);
}

export function spokenLine(line: OperationLine, now: number): string {
  const { rows, outcomeSentences, operationList } = words.now;
  const { dir, method, name, operation, outcome, answer, sent, received, span } = line;
  return [
    operation.parent !== undefined ? operationList.nested : '',
    dir === 'c2s' ? rows.clientToServer : rows.serverToClient,
    [method === '' ? rows.malformed : rows.request, method, name, line.arguments].filter(Boolean).join(' '),
    outcomeSentences[outcome],
    answer,
    tookText(line, now),
    ...waits(line, now),
    size(sent + received),
    rows.atTime(moment(span.from)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Outcomes that the server gave: of any other, nobody knows that it worked all the time. */
const ANSWERED: ReadonlySet<OperationLine['outcome']> = new Set(['result', 'error', 'tool-error']);

export function reasonText(line: OperationLine, now: number): string {
  const { person, nested, to, held } = line.span;
  const alone = line.dir === 'c2s' && person.length === 0 && nested.length === 0 && held.length === 0;
  const { byServer, spentByServer, notByServer } = words.now.operationList;
  const ended = ANSWERED.has(line.outcome) ? spentByServer : notByServer;
  return [alone ? (to === undefined ? byServer : ended) : '', ...waits(line, now)].filter(Boolean).join(' · ');
}

export function barText(line: OperationLine, now: number): string {
  const { rows } = words.now;
  return [rows.atTime(moment(line.span.from)), tookText(line, now), ...waits(line, now)].filter(Boolean).join(' · ');
}

function waits({ span: { person, held, nested, ticks, retries } }: OperationLine, now: number): string[] {
  const t = words.now.operationList;
  const waited = (all: readonly Interval[]): number => all.reduce((sum, { from, to }) => sum + (to ?? now) - from, 0);
  const [model, user] = [true, undefined].map((kind) => waited(person.filter(({ sampling }) => sampling === kind)));
  const atTap = waited(held);
  return [
    atTap ? words.now.operations.heldFor(duration(atTap)) : '',
    user ? t.person(duration(user)) : '',
    model ? t.sampling(duration(model)) : '',
    nested.length > 0 ? t.questions(nested.length) : '',
    ticks.length > 0 ? t.progress(ticks.length) : '',
    retries.length > 0 ? t.retries(retries.length) : '',
  ].filter(Boolean);
}
