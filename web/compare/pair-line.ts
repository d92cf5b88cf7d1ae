/** One compared operation in words and on time: as the view of operations shows it, of both recordings. */
import { defined } from '#shared/base';
import { foldRecorded, lineParts, type Difference, type Folded, type Side } from '#shared/compare';
import { findingsFold } from '#shared/findings';
import { operationLine } from '#shared/operations';
import { SessionAxis, type TimeAxis } from '#shared/timeline';
import type { Recorded } from '#shared/recording';
import { changedRows, shown, type Words } from '#shared/words';
import type { SideName } from '../workspace/library/chosen.ts';

/** A recording that is compared: folded once, however often that is done. */
export interface Loaded {
  readonly folded: Folded;
  readonly axis: TimeAxis;
}

export function load(recorded: Recorded): Loaded {
  const folded = foldRecorded(recorded, findingsFold);
  return { folded, axis: new SessionAxis(folded.log).axis };
}

export type PairLine = NonNullable<ReturnType<typeof pairLine>>;

/** Units of what was asked and of what came that a row shows. */
const LONGEST = 300;

/**
 * What was asked, what came, and where it lies on an axis common to both, from 0 to 1; `differs` is what differs first in what came
 * where both answers have the same line. Undefined for what is no request.
 */
export function pairLine(
  {
    before,
    after,
    differences = [],
  }: {
    readonly before?: Side | undefined;
    readonly after?: Side | undefined;
    readonly differences?: readonly Difference[];
  },
  sides: { readonly [side in SideName]: Loaded },
  words: Words,
) {
  const whole = Math.max(sides.before.axis.length, sides.after.axis.length);
  const asked: string[] = [];
  const lineOf = (name: SideName, side: Side | undefined) => {
    const line = side?.op === undefined ? undefined : operationLine(sides[name].folded.log, side.op, Infinity, words);
    if (!line) return undefined;
    const { axis } = sides[name];
    const place = (t: number): number => (axis.position(t) * axis.length) / whole;
    const from = place(line.span.from);
    asked.push(line.arguments.slice(0, LONGEST));
    return {
      answer: line.answer.slice(0, LONGEST),
      failed: line.trouble,
      from,
      length: Math.max(0, place(line.span.to ?? axis.to) - from),
    };
  };
  const [one, other] = [lineOf('before', before), lineOf('after', after)];
  if (!one && !other) return undefined;
  const differs = one && other && one.answer === other.answer ? differsFirst(differences, words) : undefined;
  return { arguments: asked.at(-1) ?? '', ...defined({ before: one, after: other, differs }) };
}

/** The first of what differs in what came, around where it does: of a text of several lines, its first line that differs. */
function differsFirst(differences: readonly Difference[], words: Words): readonly [string, string] | undefined {
  const first = differences.find(({ path }) => path !== '/params' && !path.startsWith('/params/'));
  if (!first) return undefined;
  const [row] = changedRows(first.before, first.after);
  const [was, is] = row ? [row.before?.text, row.after?.text] : [first.before, first.after];
  if (was === undefined || is === undefined) return [shown(was, words), shown(is, words)];
  const [one, other] = lineParts(was.trim(), is.trim()).map(({ lead, differs, tail }) => lead + differs + tail);
  return [(one ?? '').slice(0, LONGEST), (other ?? '').slice(0, LONGEST)];
}
