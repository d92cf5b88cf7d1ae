/** Declared values of a rerun: their source, `1 /result/structuredContent/id -> 3 note` (plan steps), or what they are, `owner: me`. */
import { defined } from '#shared/base';
import { escapeName, parsedJson } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import { answerTo } from './answer-message.ts';
import { valueAt, walkLeaves, type Leaf } from './leaves.ts';
import { LiveText, wordsIn } from './resolve-handle.ts';
import type { Handle, RerunStep, SendStep, Source, Unbound } from './types.ts';

export type Binding =
  | {
      readonly kind: 'feed';
      /** Steps are numbered from 1. */
      readonly from: { readonly step: number; readonly pointer: string };
      readonly to: { readonly step: number; readonly pointer: string };
    }
  | { readonly kind: 'value'; readonly name: string; readonly value: string };

const ARGUMENTS = '/params/arguments/';
const FEED = /^(\d{1,6})\s+(\/\S*)\s*(?:->|→)\s*(\d{1,6})\s+(\S+)$/;
const VALUE = /^([^\s:/][^:/]*?)\s*:(?:\s+(.*))?$/s;

/** Read a binding; undefined for a text that is none. Never throws. */
export function parseBinding(text: string): Binding | undefined {
  const [, from, result, to, argument] = FEED.exec(text.trim()) ?? [];
  if (from !== undefined && result !== undefined && to !== undefined && argument !== undefined) {
    const pointer = argument.startsWith('/') ? argument : ARGUMENTS + escapeName(argument);
    return { kind: 'feed', from: { step: Number(from), pointer: result }, to: { step: Number(to), pointer } };
  }
  const [, name, value] = VALUE.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { kind: 'value', name, value: withoutQuotes(value ?? '') };
}

/** A text may be written as JSON writes it. */
function withoutQuotes(value: string): string {
  const parsed = parsedJson(value);
  return typeof parsed === 'string' ? parsed : value;
}

export function bindSteps(
  steps: readonly RerunStep[],
  texts: readonly string[],
  log: SessionLog,
): { readonly steps: readonly RerunStep[]; readonly unbound: readonly Unbound[] } {
  const bound = [...steps];
  const unbound: Unbound[] = [];
  const put = (at: number, step: SendStep, handle: Handle): void => {
    const others = step.handles.filter(({ start, end }) => end <= handle.start || start >= handle.end);
    bound[at] = { ...step, handles: [...others, handle].sort((one, other) => one.start - other.start) };
  };
  for (const text of texts) {
    const binding = parseBinding(text);
    const why: Why | undefined = !binding
      ? { reason: 'unreadable' }
      : binding.kind === 'feed'
        ? feed(binding, bound, log, put)
        : give(binding, bound, put);
    if (why) unbound.push({ text, ...why });
  }
  return { steps: bound, unbound };
}

type Why = Omit<Unbound, 'text'>;
type PutHandle = (at: number, step: SendStep, handle: Handle) => void;

function feed(
  { from, to }: Extract<Binding, { readonly kind: 'feed' }>,
  steps: readonly RerunStep[],
  log: SessionLog,
  put: PutHandle,
): Why | undefined {
  const [source, target] = [steps[from.step - 1], steps[to.step - 1]];
  if (source?.do !== 'send' || target?.do !== 'send')
    return { reason: 'no-step', step: source?.do === 'send' ? to.step : from.step };
  if (from.step >= to.step) return { reason: 'too-late' };
  if (target.text === 'exact') return { reason: 'exact', step: to.step };
  if (source.op === undefined) return { reason: 'no-answer', step: from.step };
  const leaf = leavesOf(target.raw).find((each) => each.pointer() === to.pointer);
  if (!leaf) return { reason: 'no-argument', step: to.step, at: to.pointer };
  const value = valueAt(target.raw, leaf);
  const found = sourceOf(source.op, from.pointer, value, log);
  if (!found) return { reason: 'no-source', step: from.step, at: from.pointer };
  put(to.step - 1, target, handleOf(leaf, value, { source: found }));
  return undefined;
}

/** A value given by a person, in every argument of a name. */
function give(
  { name, value }: Extract<Binding, { readonly kind: 'value' }>,
  steps: readonly RerunStep[],
  put: PutHandle,
): Why | undefined {
  let used = false;
  for (const at of steps.keys()) {
    const first = steps[at];
    if (first?.do !== 'send' || first.text === 'exact') continue;
    for (const leaf of leavesOf(first.raw)) {
      if (leaf.name !== name || !leaf.pointer().startsWith(ARGUMENTS)) continue;
      const step = steps[at];
      if (step?.do !== 'send') continue;
      if (leaf.kind === 'number' && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value))
        return { reason: 'not-a-number', step: at + 1, at: leaf.pointer() };
      put(at, step, handleOf(leaf, valueAt(step.raw, leaf), { given: value }));
      used = true;
    }
  }
  return used ? undefined : { reason: 'unused', at: name };
}

const handleOf = (leaf: Leaf, value: string, more: Pick<Handle, 'source' | 'given'>): Handle => ({
  start: leaf.start,
  end: leaf.end,
  value,
  pointer: leaf.pointer(),
  name: leaf.name,
  evidence: 'declared',
  ...more,
});

/** Leaves whose pointers stay as they are once the walk goes on. */
function leavesOf(text: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  walkLeaves(text, (leaf) => {
    const pointer = leaf.pointer();
    leaves.push({ ...leaf, pointer: () => pointer });
  });
  return leaves;
}

/** Where in the recorded answer of an operation, or of the task it created, the value is; inside a text, which of its words. */
function sourceOf(op: number, given: string, value: string, log: SessionLog): Source | undefined {
  const [pointer = '', inner] = given.split('#');
  const operation = log.operations.get(op);
  for (const task of [false, true]) {
    const answer = operation && answerTo(log, operation, task);
    if (answer === undefined) continue;
    const text = new LiveText(answer);
    const whole = inner === undefined ? text.at(pointer) : text.inside(pointer)?.at(inner);
    if (whole === undefined) continue;
    const word = whole === value ? -1 : wordsIn(whole).indexOf(value);
    return { op, pointer, ...(task ? { task } : {}), ...defined({ inner }), ...(word < 0 ? {} : { word }) };
  }
  return undefined;
}
