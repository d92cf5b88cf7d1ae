/** One event as judges see it, and what they say of it. */
import { addTo, defined } from '#shared/base';
import { idKey, isObject, parsedJson, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { metaValue } from '#shared/mcp';
import { opposite, type Direction, type WireEvent } from '#shared/recording';
import type { StepNote } from '#shared/session';
import { ruleById } from './rules/index.ts';
import { causeOf, Located } from './consequences.ts';
import type { Breach, Cause, Finding, UnjudgedReason } from './finding.ts';
import type { FindingsState } from './findings-state.ts';
import { revisionBit, type Rule, type Side } from './rule.ts';
import {
  askedKey,
  sideOf,
  type Asked,
  type AskedKey,
  type Ended,
  type Exchange,
  type SessionFacts,
  type TokenKey,
} from './session-facts.ts';
import { revisionInForce, revisionOf } from './in-force.ts';
import { talliesOf, uncollectedKey, type Tally } from './tally.ts';
import { shortText } from './values.ts';

/** Kept of one rule; further ones are only counted. */
export const MAX_FINDING_COUNT = 1000;
const EVERY_REVISION = 31;

export class Turn {
  readonly event: WireEvent;
  /** What the session's own fold found the event to do. */
  readonly note: StepNote;
  /** The session before this event; heads of HTTP are in it already. */
  readonly facts: SessionFacts;
  readonly s: number;
  readonly t: number;
  readonly dir: Direction | undefined;
  readonly x: string | undefined;
  readonly exchange: Exchange | undefined;
  /** The message, or the item of a batch, that is being judged. */
  item: Decoded | undefined;
  /** Its place in a batch. */
  index: number | undefined;
  /** Key of the request that it is, or that it answers by its id. */
  key: AskedKey | undefined;
  /** The request that it answers and that waits for it. */
  asked: Asked | undefined;
  /** For a response that nobody waits for: the request with its id that is over already. */
  late: Ended | undefined;
  /** The revision in force for it; undefined when nothing tells. */
  revision: string | undefined;
  readonly #state: FindingsState;
  /** Its bit, 0 where it is not known. */
  bit = 0;
  #tally: Tally | undefined;
  /** The revision in force for what does not say its own. */
  readonly #inForce: string | undefined;
  #token: TokenKey | false | undefined;
  /** What the event was found to break, made with the first; more of one rule than are kept, too. */
  #here: Finding[] | undefined;
  /** Broken rules, and rules that could not be judged. */
  reportCount = 0;

  constructor(state: FindingsState, event: WireEvent, note: StepNote) {
    this.#state = state;
    this.event = event;
    this.note = note;
    this.facts = state.facts;
    this.s = event.s;
    this.t = event.t;
    const { dir, x } = event as { readonly dir?: Direction; readonly x?: string };
    this.dir = dir;
    this.x = x;
    this.exchange = this.x === undefined ? undefined : this.facts.exchanges.get(this.x);
    this.#inForce = revisionInForce(this.facts, this.exchange);
    this.#judgeBy(this.#inForce);
  }

  /** The sender of the message. */
  get side(): Side {
    return sideOf(this.dir ?? 's2c');
  }

  /** The event's text, or undefined where it has none that is whole. */
  get raw(): string | undefined {
    return this.event.k === 'message' && !this.event.large ? this.event.raw : undefined;
  }

  /** Judge a message, or an item of a batch, from here on. */
  startItem(item: Decoded, index?: number): void {
    const { dir, facts } = this;
    this.item = item;
    this.index = index;
    this.key = undefined;
    this.asked = undefined;
    this.late = undefined;
    this.#token = undefined;
    if (dir === undefined) return;
    if (item.kind === 'request') this.key = askedKey(dir, item.key);
    else if (item.kind === 'response' && item.key !== undefined) {
      this.key = askedKey(opposite(dir), item.key);
      this.asked = facts.pending.get(this.key);
      if (!this.asked) this.late = facts.ended.get(this.key);
    }
    // What came before in a batch may have changed it.
    const inForce = index === undefined ? this.#inForce : revisionInForce(facts, this.exchange);
    this.#judgeBy(revisionOf(dir, item, this.asked ?? this.late?.asked, inForce));
  }

  /** Key of the progress token of a request or a progress notification; undefined where there is none. */
  get token(): TokenKey | undefined {
    this.#token ??= this.dir === undefined || !this.item ? false : (tokenKey(this.dir, this.item) ?? false);
    return this.#token || undefined;
  }

  /** Judge by another revision than the message's own: for what an earlier message of that revision asks of this one. */
  judgeAs(revision: string, judge: () => void): void {
    const own = this.revision;
    this.#judgeBy(revision);
    judge();
    this.#judgeBy(own);
  }

  #judgeBy(revision: string | undefined): void {
    if (revision === this.revision) return;
    this.revision = revision;
    this.bit = revision === undefined ? 0 : revisionBit(revision);
    this.#tally = undefined;
  }

  /** True when the rule holds here, and notes that it was checked: ask once per occasion. `side`: who breaks it, if not the sender. */
  applies(rule: Rule, side: Side = rule.side === 'both' ? this.side : rule.side): boolean {
    if (rule.transport !== undefined && rule.transport !== this.facts.transport) return false;
    if ((rule.revisions & this.bit) === 0) {
      if (this.bit !== 0) return false;
      if (rule.revisions !== EVERY_REVISION) return this.cannotJudge(rule, 'revision-unknown');
    }
    if (rule.hidden && this.facts.headersHidden) return this.cannotJudge(rule, 'headers-hidden');
    this.#tally ??= talliesOf(this.#state.tallies, this.revision ?? '');
    const { client, server } = this.#tally.checked;
    const counts = side === 'client' ? client : server;
    counts[rule.index] ||= this.s + 1;
    return true;
  }

  /** The rule was broken. Call it after `applies` gave true. */
  report(rule: Rule, breach: Breach = {}): void {
    this.reportCount++;
    const {
      pointer,
      found = [],
      related: related = [],
      at = this.s,
      item = at === this.s ? this.index : undefined,
    } = breach;
    const side = breach.side ?? (rule.side === 'both' ? this.side : rule.side);
    this.#tally ??= talliesOf(this.#state.tallies, this.revision ?? '');
    const { broken, followed } = this.#tally;
    const before = (broken[side][rule.index] ?? 0) + (followed[side][rule.index] ?? 0);
    add(broken, side, rule, 1);
    const others = [...new Set(related)].filter((each): each is number => each !== undefined && each !== at);
    const finding = {
      rule: rule.id,
      revision: this.revision ?? '',
      side,
      at,
      ...defined({ item, pointer, by: at === this.s ? undefined : this.s }),
      related: others.sort((a, b) => a - b),
      found: found.map(shortText),
    };
    (this.#here ??= []).push(finding);
    if (before < MAX_FINDING_COUNT) this.#state.found.push(finding);
    else addTo(this.#tally.uncollected, uncollectedKey(finding.side, rule), this.s);
  }

  /** After all judges: what was found and only follows from another finding is marked so, and counted apart. */
  relate(): void {
    const here = this.#here;
    if (!here) return;
    const { located } = this.#state;
    const locatedHere = new Located(here);
    for (const finding of here) this.#follows(finding, causeOf(finding, locatedHere, located));
    // What shows only now at an earlier event may be the cause of what was found there before.
    for (const at of new Set(here.map((each) => each.at)))
      if (at !== this.s)
        for (const finding of located.at(at))
          if (!finding.consequenceOf && !here.includes(finding))
            this.#follows(finding, causeOf(finding, locatedHere), this.s);
  }

  #follows(finding: Finding, consequenceOf: Cause | undefined, followsSince?: number): void {
    const { found, tallies } = this.#state;
    const rule = consequenceOf && ruleById(finding.rule);
    if (!rule) return;
    const { broken, followed, uncollected } = talliesOf(tallies, finding.revision);
    add(broken, finding.side, rule, -1);
    add(followed, finding.side, rule, 1);
    // What this event showed is at the end; of many only some are collected, which a search of all would find out each time.
    const from = followsSince === undefined ? Math.max(0, found.length - (this.#here?.length ?? 0)) : 0;
    const place = found.indexOf(finding, from);
    if (place >= 0) found[place] = { ...finding, consequenceOf, ...defined({ followsSince }) };
    else uncollected.get(uncollectedKey(finding.side, rule))?.pop();
  }

  /** The rule could not be judged, and why. Gives false. */
  cannotJudge(rule: Rule, why: UnjudgedReason): false {
    this.reportCount++;
    if (!this.#state.unjudged.has(rule.id)) this.#state.unjudged.set(rule.id, { why, s: this.s });
    return false;
  }

  /** False where what came before is not all known, for what rests on that it was not there; says so of the rule. */
  historyComplete(rule: Rule): boolean {
    const { partial, gaps } = this.facts;
    return partial || gaps ? this.cannotJudge(rule, partial ? 'begins-in-the-middle' : 'events-missing') : true;
  }

  /** What this event's message was found to break so far. */
  get foundInMessage(): readonly Finding[] {
    return (this.#here ?? []).filter(({ item }) => item === this.index);
  }
}

function add(counts: Tally['broken'], side: Side, { index }: Rule, more: number): void {
  counts[side][index] = (counts[side][index] ?? 0) + more;
}

function tokenKey(dir: Direction, item: Decoded): TokenKey | undefined {
  const asks = item.kind === 'request';
  if (!asks && item.kind !== 'notification') return undefined;
  const token = asks ? metaValue(item.params, 'progressToken') : isObject(item.params) && item.params['progressToken'];
  if (typeof token !== 'string' && typeof token !== 'number') return undefined;
  return `${asks ? dir : opposite(dir)} ${idKey(token)}`;
}

/** The message or item as an object. Reads its text anew: ask for it only when something is wrong. Undefined for what is none, or too large. */
export function wholeMessage({ raw, index }: Turn, item: Decoded): JsonObject | undefined {
  if (item.kind === 'invalid') return isObject(item.value) ? item.value : undefined;
  const whole = parsedJson(raw ?? '');
  const value: unknown = index !== undefined && Array.isArray(whole) ? (whole as unknown[])[index] : whole;
  return isObject(value) ? value : undefined;
}
