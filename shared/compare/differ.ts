/** The structural difference of two values, with masks: what differs is either listed or counts as equal and is listed as that. */
import type { Bindings } from './bindings.ts';
import {
  canonical,
  ExactNumber,
  ExactObject,
  isList,
  leafText,
  Opaque,
  repeatDifferences,
  showExact,
  type Exact,
} from './exact-json.ts';
import type { LiveValues } from './live-values.ts';
import { jsonInside, textInBase64 } from './inside-text.ts';
import { goesByPlace, namesOf, pairOrdered, pairUnordered } from './list-pairs.ts';
import { maskedKey } from './masked-key.ts';
import { pathOf, pointedAt, type Places } from './pointer-masks.ts';
import { showBoth, showIfThere } from './show-both.ts';
import type { SessionWords } from './session-words.ts';
import type { Placeholder } from './placeholders.ts';
import { MAX_LISTED_COUNT, MAX_TEXT_CHARS, type Difference, type MaskedValue, type MaskName } from './types.ts';
import { withinLimit, type ValueLimit } from './value-limits.ts';
import {
  asksForProgress,
  CONSISTENT,
  isDuration,
  isEpoch,
  isNamedAsId,
  isOneKind,
  maskText,
  memberMask,
  type MasksOff,
  offIn,
  uuidsIn,
} from './value-masks.ts';

export interface DifferContext {
  readonly off: MasksOff;
  readonly places: Places;
  readonly bindings: Bindings;
  readonly sessions: SessionWords;
  readonly live: LiveValues;
  /** What may still be held of values, in UTF-16 units, for all pairs together. */
  readonly budget: { left: number };
  /** When each recording was made, in milliseconds since 1970. */
  readonly startedBefore: number;
  readonly startedAfter: number;
}

/** Lists whose order says nothing: what a list method gives, and what a server asks while an operation is open. */
const UNORDERED: ReadonlySet<string> = new Set(['/result/tasks', '/result/roots', '/requests']);
const BINARY: ReadonlySet<string> = new Set(['blob', 'data']);
/** Longest text of a value when there is no room for longer ones. */
const SHORT_TEXT = 200;
/** Pieces of these kinds are to be the same one where they come back later. */
const BOUND: readonly Placeholder[] = ['uuid', 'hex', 'id'];

export class Differ {
  readonly differences: Difference[] = [];
  differing = 0;
  readonly maskedValues: MaskedValue[] = [];
  masked = 0;
  readonly #context: DifferContext;
  readonly #path: string[] = [];

  constructor(context: DifferContext) {
    this.#context = context;
  }

  /** Compare two values that stand in the same place. `undefined` is absent. */
  compare(before: Exact | undefined, after: Exact | undefined): void {
    if (before === undefined && after === undefined) return;
    const { covers, limits } = pointedAt(this.#context.places, this.#path);
    if (covers) {
      this.#pointed(before, after);
      return;
    }
    if (limits.length > 0 && this.#isWithin(limits, before, after)) return;
    if (!this.#context.off.has('session-id') && this.#context.sessions.isSessionIdOnOneSide(before, after)) {
      this.tell('session-id', before, after);
    } else if (before === undefined || after === undefined) this.#alone(before, after);
    else if (isList(before) && isList(after)) this.#lists(before, after);
    else if (before instanceof ExactObject && after instanceof ExactObject) this.#objects(before, after);
    else this.#leaves(before, after);
  }

  at(member: string, before: Exact | undefined, after: Exact | undefined): void {
    this.#below(member, () => this.compare(before, after));
  }

  #below(member: string, run: () => void): void {
    this.#path.push(member);
    run();
    this.#path.pop();
  }

  #differ(before: Exact | undefined, after: Exact | undefined, inconsistent = false): void {
    this.differing++;
    if (this.differences.length >= this.#mostListed()) return;
    const [was, is] = showBoth(before, after, this.#most());
    this.differences.push({
      path: pathOf(this.#path),
      kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      ...(was === undefined ? {} : { before: this.#hold(was) }),
      ...(is === undefined ? {} : { after: this.#hold(is) }),
      ...(inconsistent ? { inconsistent } : {}),
    });
  }

  /** A token that asks for progress is the client's affair: whether it has one says nothing about what came of it. */
  #alone(before: Exact | undefined, after: Exact | undefined): void {
    const value = before ?? after;
    if (value !== undefined && this.#path.includes('params') && asksForProgress(value, this.#path, this.#context.off))
      this.tell('progress-token', before, after);
    else this.#differ(before, after);
  }

  /** Two values in this place count as equal by a mask. Absent is shown as an empty text. */
  tell(mask: MaskedValue['mask'], before: Exact | undefined, after: Exact | undefined): void {
    this.#mask(mask, showIfThere(before, MAX_TEXT_CHARS) ?? '', showIfThere(after, MAX_TEXT_CHARS) ?? '');
  }

  tellAt(member: string, mask: MaskName, before: Exact | undefined, after: Exact | undefined): void {
    this.#below(member, () => this.tell(mask, before, after));
  }

  /** How progress was told, which counts as equal however often it was. */
  progress(before: readonly Exact[], after: readonly Exact[]): void {
    if (this.#key(before) !== this.#key(after)) this.tellAt('progress', 'progress', before, after);
  }

  #mask(mask: MaskedValue['mask'], before: string, after: string): void {
    this.masked++;
    if (this.maskedValues.length >= this.#mostListed()) return;
    const cut = (text: string): string =>
      this.#hold(text.length > this.#most() ? `${text.slice(0, this.#most())}…` : text);
    this.maskedValues.push({ path: pathOf(this.#path), mask, before: cut(before), after: cut(after) });
  }

  #mostListed(): number {
    return this.#context.budget.left > 0 ? MAX_LISTED_COUNT : 1;
  }
  #most(): number {
    return this.#context.budget.left > 0 ? MAX_TEXT_CHARS : SHORT_TEXT;
  }
  #hold(text: string): string {
    this.#context.budget.left -= text.length + 50;
    return text;
  }

  #pointed(before: Exact | undefined, after: Exact | undefined): void {
    if (before !== undefined && after !== undefined && canonical(before) === canonical(after)) return;
    this.tell('pointer', before, after);
    // Where the value comes back later, it is to be the same one.
    if (typeof before === 'string' && typeof after === 'string') this.#context.bindings.bind(before, after);
  }

  #isWithin(limits: readonly ValueLimit[], before: Exact | undefined, after: Exact | undefined): boolean {
    for (const limit of limits) {
      const pieces = withinLimit(limit, before, after);
      if (!pieces || pieces.length === 0) continue;
      for (const { kind, before: one, after: other } of pieces) {
        this.#mask(limit.mask, one, other);
        if (kind !== undefined && BOUND.includes(kind)) this.#context.bindings.bind(one, other);
      }
      return true;
    }
    return false;
  }

  #objects(before: ExactObject, after: ExactObject): void {
    for (const [name, value] of before.members) this.at(name, value, after.members.get(name));
    for (const [name, value] of after.members) if (!before.members.has(name)) this.at(name, undefined, value);
    for (const [name, one, other] of repeatDifferences(before, after))
      this.#below(name, () => this.#differ(new Opaque(`given ${one} times`), new Opaque(`given ${other} times`)));
  }

  #lists(before: readonly Exact[], after: readonly Exact[]): void {
    if (!this.#context.off.has('list-order') && this.#path.length <= 2 && UNORDERED.has(pathOf(this.#path))) {
      this.#unordered(before, after);
      return;
    }
    const texts = goesByPlace(before, after, this.#path.length)
      ? undefined
      : (namesOf(before, after) ?? [this.#keys(before), this.#keys(after)]);
    if (texts)
      for (const [at, is] of pairOrdered(...texts)) this.at(String(at ?? is), before[at ?? -1], after[is ?? -1]);
    else before.forEach((item, at) => this.at(String(at), item, after[at]));
  }

  #unordered(before: readonly Exact[], after: readonly Exact[]): void {
    const { partner, rest, moved } = pairUnordered(this.#keys(before), this.#keys(after));
    if (moved) {
      const order = (list: readonly (number | undefined)[]): string =>
        `[${list.map((index) => index ?? '?').join(',')}]`;
      this.#mask('list-order', order([...before.keys()]), order(partner));
    }
    let taken = 0;
    before.forEach((item, index) => this.at(String(index), item, after[partner[index] ?? rest[taken++] ?? -1]));
    for (const index of rest.slice(taken)) this.at(String(index), undefined, after[index]);
  }

  #key(value: Exact): string {
    return maskedKey(value, this.#context.off, this.#context.startedBefore, this.#path);
  }

  #keys(list: readonly Exact[]): string[] {
    return list.map((item) => this.#key(item));
  }

  #leaves(before: Exact, after: Exact): void {
    const same =
      !isList(before) && !isList(after) && !(before instanceof ExactObject) && !(after instanceof ExactObject);
    if (same && leafText(before) === leafText(after)) {
      if (typeof before === 'string' && typeof after === 'string') this.#remember(before, after);
      else if (before instanceof ExactNumber && after instanceof ExactNumber && before.text !== after.text)
        if (this.#context.off.has('number-form')) this.#differ(before, after);
        else this.#mask('number-form', before.text, after.text);
      return;
    }
    const named = memberMask(this.#path, this.#context.off);
    const mask = named !== undefined && isOneKind(before, after, named) ? named : undefined;
    if (mask === undefined && same && this.#isLive(before, after)) {
      this.#mask('id', showExact(before, MAX_TEXT_CHARS), showExact(after, MAX_TEXT_CHARS));
    } else if (mask !== undefined && same) {
      const one = typeof before === 'string' ? before : leafText(before);
      const other = typeof after === 'string' ? after : leafText(after);
      if (CONSISTENT.includes(mask) && !this.#context.bindings.bind(one, other)) this.#differ(before, after, true);
      // Where both ask for progress the token is as the id of the request: another one says nothing that is worth a word.
      else if (mask !== 'progress-token') this.tell(mask, before, after);
    } else if (before instanceof ExactNumber && after instanceof ExactNumber) this.#numbers(before, after);
    else if (typeof before === 'string' && typeof after === 'string') this.#strings(before, after);
    else this.#differ(before, after);
  }

  /** A value that is bound to another may not come back as itself. */
  #remember(before: string, after: string): void {
    const { off, bindings } = this.#context;
    const mask = memberMask(this.#path, off);
    if (mask !== undefined && CONSISTENT.includes(mask)) {
      if (!bindings.bind(before, after)) this.#differ(before, after, true);
      return;
    }
    if (off.has('uuid')) return;
    for (const uuid of uuidsIn(before))
      if (!bindings.bind(uuid, uuid)) {
        this.#differ(before, after, true);
        return;
      }
  }

  #numbers(before: ExactNumber, after: ExactNumber): void {
    const { startedBefore, startedAfter } = this.#context;
    const off = offIn(this.#path, this.#context.off);
    const mayBeTime = !off.has('time') && !isNamedAsId(this.#path);
    if (mayBeTime && isEpoch(before.text, startedBefore) && isEpoch(after.text, startedAfter))
      this.#mask('time', before.text, after.text);
    else if (isDuration(this.#path, off)) this.#mask('duration', before.text, after.text);
    else this.#differ(before, after);
  }

  #strings(before: string, after: string): void {
    if (this.#texts(before, after) || this.#sessions(before, after) || this.#live(before, after)) return;
    const inner = this.#context.off.has('json-text') ? undefined : [jsonInside(before), jsonInside(after)];
    if (inner?.[0] !== undefined && inner[1] !== undefined) {
      const { differing, masked } = this;
      this.at('#', inner[0], inner[1]);
      // Equal inside, so it is only written otherwise.
      if (this.differing === differing && this.masked === masked) this.#mask('json-text', before, after);
      return;
    }
    if (BINARY.has(this.#path.at(-1) ?? '')) {
      const [one, other] = [textInBase64(before), textInBase64(after)];
      if (one !== undefined && other !== undefined && this.#texts(one, other)) return;
    }
    this.#differ(before, after);
  }

  /** True when two texts differ only in values that the run put in the place of recorded ones, beside what the masks cover. */
  #live(before: string, after: string): boolean {
    if (this.#context.off.has('id')) return false;
    const { text, used } = this.#context.live.recorded(after);
    if (used.length === 0 || (text !== before && !this.#texts(before, text))) return false;
    for (const each of used) this.#mask('id', each.before, each.after);
    return true;
  }

  #isLive(before: Exact, after: Exact): boolean {
    const text = (value: Exact): string | undefined =>
      typeof value === 'string' ? value : value instanceof ExactNumber ? value.text : undefined;
    const [one, other] = [text(before), text(after)];
    if (one === undefined || other === undefined || this.#context.off.has('id')) return false;
    return this.#context.live.stands(one, other, this.#path.at(-1) ?? '');
  }

  /** True when two texts differ only in how they name the session, beside what the masks cover; tells what that is. */
  #sessions(before: string, after: string): boolean {
    const { off, sessions, startedBefore, startedAfter } = this.#context;
    if (off.has('session-id')) return false;
    const found = sessions.find(
      before,
      after,
      (one, other) => maskText(one, startedBefore, off).skeleton === maskText(other, startedAfter, off).skeleton,
    );
    if (!found) return false;
    const [one, other] = found.texts;
    if (one !== other && !this.#texts(one, other)) return false;
    this.#mask('session-id', ...found.words);
    return true;
  }

  /** True when two texts differ only in what the masks cover; tells what that is. */
  #texts(before: string, after: string): boolean {
    const { startedBefore, startedAfter, bindings } = this.#context;
    const off = offIn(this.#path, this.#context.off);
    const one = maskText(before, startedBefore, off);
    const other = maskText(after, startedAfter, off);
    if (one.skeleton !== other.skeleton || one.tokens.length === 0 || one.tokens.length !== other.tokens.length)
      return false;
    const pairs = one.tokens.flatMap((token, index) => {
      const text = other.tokens[index]?.text ?? '';
      return token.text === text ? [] : [{ mask: token.mask, before: token.text, after: text }];
    });
    const runs = pairs.filter(({ mask }) => mask === 'run');
    if (runs.some((run) => !bindings.areBound(run.before, run.after))) return false;
    const broken = pairs.some((pair) => pair.mask === 'uuid' && !bindings.bind(pair.before, pair.after));
    if (broken) {
      this.#differ(before, after, true);
      return true;
    }
    for (const pair of pairs) this.#mask(pair.mask === 'run' ? 'id' : pair.mask, pair.before, pair.after);
    return true;
  }
}
