/**
 * Findings that only follow from another one: whoever fixes that one fixes them too. They are reported beneath it and not counted.
 * Where each is a rule that somebody else keeps or breaks by himself, such as a server that accepts what a client should not have sent,
 * both stay.
 */
import { defined } from '#shared/base';
import { copyTables, Sequence } from '#shared/session';
import { ruleById } from './rules/index.ts';
import type { Cause, Finding } from './finding.ts';
import { isAtLeast, weightOf } from './rule.ts';
import { overlap } from './values.ts';

/** A line that was not meant as a message breaks every rule of messages. */
const LINE = ['stdio-stdout-nonmessage', 'stdio-stdin-nonmessage'];
/** What is no answer to the request of its stream, and may have been meant as one. */
const NO_ANSWER = [
  ...['http-sse-data-json', 'rpc-message-shape', 'rpc-response-neither', 'rpc-batch-unsupported'],
  ...['rpc-response-id-type-changed', 'rpc-error-id-missing', 'rpc-response-duplicate', 'http-sse-unrelated'],
];
const UNDECLARED = ['req-meta-capabilities', 'meta-object', 'rpc-params-object'];

/** By rule, the rules whose breach breaks it too: at the same message, or at an event that the finding rests on. */
const CAUSES: { readonly [rule: string]: readonly string[] } = {
  'init-initialized-early': ['init-first'],
  'init-initialized-once': ['init-initialized-early'],
  'init-first': ['meta-object', 'rpc-params-object', 'rpc-message-shape'],
  // What a definition of the server says wrong, the client repeats.
  'method-params-schema': ['resource-uri-absolute', 'resource-template-syntax'],
  'tool-input-schema-valid': ['tool-input-schema-object'],
  'tool-output-schema-valid': ['tool-output-schema-object'],
  'xmcp-primitive': ['tool-input-schema-valid'],
  'resource-contents-uri': ['resource-uri-absolute', 'method-result-schema'],
  'icon-sizes': ['method-result-schema', 'method-params-schema'],
  'prompt-embedded-resource-mime': ['resource-mime-format'],
  'resource-updated-unsubscribed': ['cap-resources-updated', 'resource-uri-absolute'],
  'cap-resources-subscribe': ['cap-resources'],
  'cap-elicitation-mode': ['cap-elicitation'],
  'cap-sampling-context': ['cap-sampling'],
  'cap-sampling-tools': ['cap-sampling'],
  // The general rule beside the particular one.
  'method-unknown': [...LINE, 'lifecycle-shutdown-method', 'rpc-reserved-method-prefix'],
  'method-not-in-version': ['no-server-requests', 'taskx-removed-methods', 'meta-object', 'rpc-params-object'],
  'method-wrong-direction': ['progress-from-client', 'rpc-message-shape'],
  'field-not-in-version': ['completion-context-version', 'init-modern-version', 'init-version-unpublished'],
  'rpc-version-field': [...LINE, 'rpc-message-shape'],
  'http-sse-event-name': ['rpc-message-shape'],
  'rpc-message-shape': [...LINE, 'rpc-response-neither', 'rpc-batch-unsupported'],
  'rpc-error-code-integer': LINE,
  'rpc-error-message-string': [...LINE, 'rpc-error-code-integer'],
  'rpc-error-id-missing': LINE,
  'rpc-result-object': LINE,
  'rpc-params-object': LINE,
  'rpc-response-both': LINE,
  'http-sse-data-json': ['rpc-message-shape', 'rpc-response-neither', 'rpc-batch-unsupported'],
  'http-json-single-response': [
    ...['rpc-response-neither', 'rpc-batch-unsupported', 'rpc-response-id-type-changed', 'rpc-response-duplicate'],
  ],
  'elicit-action': ['mrtr-response-shape'],
  'mrtr-response-shape': ['elicit-action'],
  'elicit-content-valid': ['mrtr-response-shape', 'method-result-schema', 'method-params-schema'],
  'mrtr-request-kind': [
    ...['sampling-max-tokens', 'sampling-priority-range', 'elicit-schema-flat', 'elicit-schema-format'],
  ],
  'sampling-tool-use-balance': ['sampling-tool-result-only'],
  'rpc-top-level-object': LINE,
  'stdio-stdout-nonmessage': ['stdio-content-length', 'rpc-batch-unsupported'],
  'stdio-stdin-nonmessage': ['stdio-content-length', 'rpc-batch-unsupported'],
  'resource-not-found-code': ['err-retired-codes'],
  // What is at the wrong place, or of nobody, lacks what it would have elsewhere.
  'listen-subscription-id': ['change-outside-listen', 'meta-object'],
  'progress-token-unknown': ['listen-request-scoped'],
  'logging-no-opt-in': ['logging-wrong-stream'],
  'rpc-request-id-reused': ['http-broadcast'],
  'rpc-response-duplicate': ['http-get-response', 'rpc-request-id-reused'],
  'http-sse-unrelated': ['rpc-response-duplicate'],
  'change-outside-listen': ['http-sse-unrelated', 'listen-after-end'],
  'task-timestamps': ['task-create-result'],
  'task-error-codes': ['task-terminal-frozen'],
  'task-tool-forbidden': ['task-augment-undeclared'],
  'rpc-response-id-unknown': [...LINE, 'http-json-single-response', 'no-client-responses'],
  'http-sse-open-after-response': ['http-sse-unrelated', 'http-sse-data-json', 'rpc-response-duplicate'],
  'http-sse-response-missing': ['listen-graceful-close', ...NO_ANSWER],
  'http-sse-retry-hint': ['http-sse-response-missing', ...NO_ANSWER],
  'http-rejected-notification-status': ['http-notification-202'],
  'http-name-header': ['http-header-encoding'],
  'http-error-status-400': ['req-meta-missing-accepted'],
  'req-meta-version': ['meta-object'],
  'req-meta-capabilities': ['meta-object', 'req-meta-version'],
  'req-meta-client-info': ['meta-object', 'req-meta-version'],
  'listen-result-meta': ['meta-object'],
  'task-result-related-meta': ['meta-object'],
  'res-meta-server-info': ['meta-object'],
  'tool-structured-text-mirror': ['tool-result-content-array', 'tool-content-block-type', 'tool-structured-object'],
  'tool-structured-mismatch': ['tool-structured-object'],
  'tool-result-content-array': ['taskx-result-type', 'task-create-result', 'result-type-missing'],
  'taskx-iserror-completed': ['taskx-status-payload'],
  'taskx-result-type': ['result-type-missing', 'result-type-unknown'],
  'cap-extension-unilateral': ['taskx-undeclared-client', 'cap-value-object'],
  // A client refuses what it can't read, and takes back what it asked for and did not get.
  'cap-client-refuses-declared': ['rpc-params-object'],
  'resource-unsubscribe-unknown': ['cap-declared-not-served'],
  // What a client declares wrongly the server can't know.
  'mrtr-undeclared-capability': [...UNDECLARED, 'cap-elicitation-mode', 'cap-sampling-tools'],
  'taskx-undeclared-client': [...UNDECLARED, 'cap-value-object'],
  'result-type-unknown': ['taskx-undeclared-client', 'cap-extension-unilateral'],
  'taskx-wire-fields': ['cap-extension-unilateral'],
};

/** A message holds many definitions. Rules that follow only from what is said of the same place, and of the same, one within the other. */
const SAME: ReadonlySet<string> = new Set([
  ...['tool-input-schema-valid', 'tool-output-schema-valid', 'xmcp-primitive', 'rpc-error-message-string'],
  ...['req-meta-capabilities', 'req-meta-client-info'],
]);
const WITHIN: ReadonlySet<string> = new Set([
  ...['mrtr-request-kind', 'mrtr-response-shape', 'elicit-content-valid', 'sampling-tool-use-balance'],
  'prompt-embedded-resource-mime',
]);

/** What the schema of a message demands at a place says nothing of others. */
const OF_SCHEMA: ReadonlySet<string> = new Set(['method-result-schema', 'method-params-schema']);

/** What is no object at all lacks whatever should be in it: by rule, the place of all that follows. */
const WHOLE: { readonly [rule: string]: string } = {
  'rpc-params-object': '/params',
  'rpc-result-object': '/result',
  'rpc-error-code-integer': '/error',
};

/**
 * What a finding follows from: the first of these lists that has its cause says it, and of a cause that has one itself, that one.
 * Undefined for an independent one. What weighs less is no cause of what weighs more, so that nothing that fails a run hides behind it.
 */
export function causeOf(finding: Finding, ...lists: readonly Located[]): Cause | undefined {
  const causes = CAUSES[finding.rule] ?? [];
  const isCause = (each: Finding): boolean =>
    (causes.includes(each.rule) ? isNear(finding, each) : isInside(finding, each)) && weighs(each, finding);
  for (const [index, list] of lists.entries()) {
    // Only what is named can follow from an earlier event.
    if (index > 0 && causes.length === 0) return undefined;
    const cause = list.lastNear(finding, isCause);
    if (!cause) continue;
    const { rule, side, at, item } = cause;
    return cause.consequenceOf ?? causeOf(cause, ...lists) ?? { rule, side, at, ...defined({ item }) };
  }
  return undefined;
}

type FindingList = Pick<readonly Finding[], 'length' | 'at'>;

/** Findings that only grow in number, with where those of an event are among them: to look through all for each grows with their square. */
export class Located {
  readonly #list: FindingList;
  /** Indexes into the list: the last one by event, and by event and item; and for each, the one before it by both. */
  #tables = { ofEvent: new Map<number, number>(), ofItem: new Map<string, number>(), before: new Sequence<Before>() };

  constructor(list: FindingList) {
    this.#list = list;
  }

  at(s: number): readonly Finding[] {
    this.#takeNew();
    return [...this.#from(this.#tables.ofEvent.get(s), 'event')].map(([, finding]) => finding).reverse();
  }

  /** The last one that is accepted, at the same place as the finding or at an event that it rests on. */
  lastNear(finding: Finding, accepts: (each: Finding) => boolean): Finding | undefined {
    this.#takeNew();
    const { ofEvent, ofItem } = this.#tables;
    const { at, item, related } = finding;
    // What a batch breaks as a whole its messages may break, too.
    const here = [placeOf(finding), ...(item === undefined ? [] : [placeOf({ at })])];
    let last = -1;
    for (const chain of [
      ...here.map((place) => this.#from(ofItem.get(place), 'item')),
      ...related.map((s) => this.#from(ofEvent.get(s), 'event')),
    ])
      for (const [index, other] of chain) {
        if (!accepts(other)) continue;
        last = Math.max(last, index);
        break;
      }
    return last < 0 ? undefined : this.#list.at(last);
  }

  /** The same for a copy of the list. */
  copy(list: FindingList): Located {
    const copy = new Located(list);
    copy.#tables = copyTables(this.#tables);
    return copy;
  }

  /** An index and those before it by event or item, each with its finding, the last first. */
  *#from(last = -1, by: keyof Before): Generator<readonly [number, Finding]> {
    for (let index = last; index >= 0; index = this.#tables.before.at(index)?.[by] ?? -1) {
      const finding = this.#list.at(index);
      if (finding) yield [index, finding];
    }
  }

  #takeNew(): void {
    const { ofEvent, ofItem, before } = this.#tables;
    for (let index = before.length; index < this.#list.length; index++) {
      const finding = this.#list.at(index);
      if (!finding) return;
      const place = placeOf(finding);
      before.push({ event: ofEvent.get(finding.at) ?? -1, item: ofItem.get(place) ?? -1 });
      ofEvent.set(finding.at, index);
      ofItem.set(place, index);
    }
  }
}

/** The index of the finding before one, at the same event and of the same item; -1 for none. */
interface Before {
  readonly event: number;
  readonly item: number;
}

const placeOf = ({ at, item }: Pick<Cause, 'at' | 'item'>): string => `${at} ${item ?? ''}`;

const isHere = (one: Cause, other: Cause): boolean => one.at === other.at && one.item === other.item;

function isNear(finding: Finding, cause: Finding): boolean {
  const { rule, pointer = '', related } = finding;
  const { pointer: place = '', found } = cause;
  const ofBatch = finding.at === cause.at && cause.item === undefined;
  if (!isHere(finding, cause) && !ofBatch && !related.includes(cause.at)) return false;
  // Of the message itself, not of something in it; and of the one capability that extensions are under.
  if (cause.rule === 'meta-object') return /^\/(?:params|result)\/_meta$/.test(place);
  if (cause.rule === 'cap-value-object') return found[0] === 'extensions';
  // Of the same header.
  if (cause.rule === 'http-header-encoding') return found[0] === 'Mcp-Name';
  // An answer without an action is none; one with another action is wrong by that.
  if (cause.rule === 'elicit-action') return found[0] !== '' && place.startsWith(pointer);
  if (rule === 'elicit-action') return finding.found[0] === '' && pointer === place;
  // Two members that an object lacks are two findings; one that is not there lacks all of them at once.
  if (SAME.has(rule) && cause.pointer !== undefined) return pointer === place && pointer !== '/params/_meta';
  return !(WITHIN.has(rule) || OF_SCHEMA.has(cause.rule)) || overlap(pointer, place);
}

function isInside(finding: Finding, cause: Finding): boolean {
  const place = WHOLE[cause.rule];
  if (place === undefined || finding.rule in WHOLE || LINE.includes(finding.rule)) return false;
  if (!isHere(finding, cause) || finding.side !== cause.side) return false;
  const { pointer = '' } = finding;
  return pointer === place || pointer.startsWith(`${place}/`) || (pointer === '' && place !== '/error');
}

function weighs(cause: Finding, finding: Finding): boolean {
  const [heavy, light] = [ruleById(cause.rule), ruleById(finding.rule)];
  return !!heavy && !!light && isAtLeast(weightOf(heavy, cause.revision), weightOf(light, finding.revision));
}

const keyOf = ({ rule, side, at, item }: Cause): string => `${rule} ${side} ${at} ${item ?? ''}`;

export interface Apart {
  /** Independent findings, and those with a cause that is not in the list. */
  readonly own: readonly Finding[];
  readonly following: (finding: Finding) => readonly Finding[];
}

/** Splits findings into independent ones and what follows from each, in their order. */
export function apart(findings: readonly Finding[]): Apart {
  const there = new Set(findings.map(keyOf));
  const byCause = new Map<string, Finding[]>();
  const own = findings.filter((finding) => {
    const key = finding.consequenceOf && keyOf(finding.consequenceOf);
    if (key === undefined || !there.has(key)) return true;
    byCause.set(key, [...(byCause.get(key) ?? []), finding]);
    return false;
  });
  // Of several findings at the cause's place, the first has them.
  const taken = new Set<string>();
  const follows = new Map<Finding, readonly Finding[]>();
  for (const each of own) {
    const key = keyOf(each);
    if (!taken.has(key)) follows.set(each, byCause.get(key) ?? []);
    taken.add(key);
  }
  return { own, following: (finding) => follows.get(finding) ?? [] };
}
