/** What a server offers, compared: each change of a tool, resource, template or prompt, and what it means for who uses it. */
import { defined } from '#shared/base';
import type { ServerList } from '#shared/mcp';
import {
  canonical,
  type Exact,
  ExactNumber,
  ExactObject,
  isList,
  memberNames,
  membersOf,
  repeatDifferences,
  sameJson,
  showExact,
  writtenText,
} from './exact-json.ts';
import { pathOf } from './pointer-masks.ts';
import type { ReadLists } from './read-lists.ts';
import { schemaChanges, type SchemaSide } from './schema-change.ts';
import { showBoth } from './show-both.ts';
import { CHANGE_CLASSES, MAX_TEXT_CHARS } from './types.ts';
import type { ChangeClass, DefinitionChange, DefinitionReason } from './types.ts';

type Of = DefinitionChange['of'];
type Code = 'tool' | 'resource' | 'template' | 'prompt';

const KINDS: readonly { readonly list: ServerList; readonly of: Of; readonly key: string; readonly code: Code }[] = [
  { list: 'tools', of: 'tool', key: 'name', code: 'tool' },
  { list: 'resources', of: 'resource', key: 'uri', code: 'resource' },
  { list: 'resourceTemplates', of: 'resourceTemplate', key: 'uriTemplate', code: 'template' },
  { list: 'prompts', of: 'prompt', key: 'name', code: 'prompt' },
];

const MAX_CHANGE_COUNT = 20_000;
/** Texts of all changes together. */
const MAX_HELD_CHARS = 32 * 1024 * 1024;
/** Longest text of a value when there is no room for longer ones. */
const SHORT_TEXT = 200;

/** The changes of all definitions. A list that one side never read is left out. */
export function compareDefinitions(before: ReadLists, after: ReadLists) {
  const collected = new ChangeCollector();
  for (const { list, of, key, code } of KINDS) {
    const [one, other] = [before.get(list), after.get(list)];
    if (!one || !other) continue;
    const [was, is] = [byKey(one.items, key), byKey(other.items, key)];
    for (const [name, definition] of was) {
      const add: Add = (...change) => collected.add(of, nameOf(name), ...change);
      const now = is.get(name);
      if (now !== undefined) definitionChanges(of, definition, now, add);
      // What was not read to its end says nothing about what is missing.
      else if (other.complete) add('breaking', `${code}-removed`, [], definition, undefined);
    }
    for (const [name, definition] of is)
      if (!was.has(name) && one.complete)
        collected.add(of, nameOf(name), 'behavioural', `${code}-added`, [], undefined, definition);
    if (one.unread !== other.unread)
      collected.add(of, '', 'behavioural', 'other', [], one.unread || undefined, other.unread || undefined);
  }
  return collected.all();
}

/** Collects changes by their class, so that the worst are listed however many there are. */
class ChangeCollector {
  readonly #byClass = new Map<ChangeClass, DefinitionChange[]>();
  #count = 0;
  #left = MAX_HELD_CHARS;

  add(of: Of, name: string, ...[kind, reason, path, before, after]: Parameters<Add>): void {
    this.#count++;
    const list = this.#byClass.get(kind) ?? [];
    this.#byClass.set(kind, list);
    if (list.length >= MAX_CHANGE_COUNT) return;
    const most = this.#left > 0 ? MAX_TEXT_CHARS : SHORT_TEXT;
    const [was, is] = showBoth(before, after, most);
    this.#left -= (was?.length ?? 0) + (is?.length ?? 0);
    list.push({ of, name, class: kind, reason, path: pathOf(path), ...defined({ before: was, after: is }) });
  }

  /** The first `MAX_CHANGE_COUNT`, worst first, then in the order of the lists, and how many `more` there are. */
  all() {
    const changes = CHANGE_CLASSES.toReversed()
      .flatMap((kind) => this.#byClass.get(kind) ?? [])
      .slice(0, MAX_CHANGE_COUNT);
    return { changes, more: this.#count - changes.length };
  }
}

/** Definitions by what names them. Of equal names the second is another than the first, and so is what has none. */
function byKey(items: readonly Exact[], key: string): Map<string, Exact> {
  const found = new Map<string, Exact>();
  const times = new Map<string, number>();
  for (const item of items) {
    const member = membersOf(item).get(key);
    const name = typeof member === 'string' ? member : '';
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    found.set(time === 1 ? name : `${name}\0${time}`, item);
  }
  return found;
}
const nameOf = (key: string): string => key.replace(/\0\d+$/, '');

type Add = (
  kind: ChangeClass,
  reason: DefinitionReason,
  path: readonly string[],
  was: Exact | undefined,
  is: Exact | undefined,
) => void;

/** Members of one meaning each. A description is `behavioural`: models choose and call tools by it, though no program notices a change. */
const MEMBERS: ReadonlyMap<string, readonly [ChangeClass, DefinitionReason]> = new Map([
  ['description', ['behavioural', 'description']],
  ['title', ['cosmetic', 'title']],
  ['icons', ['cosmetic', 'icons']],
  ['name', ['cosmetic', 'name']],
  ['size', ['cosmetic', 'size']],
  ['mimeType', ['behavioural', 'mime-type']],
]);

function definitionChanges(of: Of, before: Exact, after: Exact, add: Add): void {
  if (!(before instanceof ExactObject) || !(after instanceof ExactObject)) {
    if (!sameJson(before, after)) add('behavioural', 'other', [], before, after);
    return;
  }
  for (const member of memberNames(before, after)) {
    const [was, is] = [before.members.get(member), after.members.get(member)];
    if (was !== undefined && is !== undefined && showExact(was, Infinity) === showExact(is, Infinity)) continue;
    const isSchema = of === 'tool' && (member === 'inputSchema' || member === 'outputSchema');
    if (sameJson(was, is)) {
      writtenOtherwise(was, is, [member], add);
      if (!isSchema) continue;
    }
    const plain = MEMBERS.get(member);
    if (plain) add(plain[0], plain[1], [member], was, is);
    else if (member === 'annotations') annotationChanges(was, is, add);
    else if (isSchema) schemas(member, member === 'inputSchema' ? 'input' : 'output', was, is, add);
    else if (of === 'tool' && member === 'execution') executionChanges(was, is, add);
    else if (of === 'prompt' && member === 'arguments') argumentChanges(was, is, add);
    else add('behavioural', 'other', [member], was, is);
  }
  if (sameJson(before, after)) return;
  for (const [name] of repeatDifferences(before, after))
    add('behavioural', 'other', [name], before.members.get(name), after.members.get(name));
}

/** Values that are equal and not written alike: where a number has another form. */
function writtenOtherwise(was: Exact | undefined, is: Exact | undefined, path: readonly string[], add: Add): void {
  if (was === undefined || is === undefined || canonical(was, writtenText) === canonical(is, writtenText)) return;
  if (was instanceof ExactNumber && is instanceof ExactNumber) add('cosmetic', 'number-form', path, was, is);
  else if (isList(was) && isList(is))
    was.forEach((item, index) => writtenOtherwise(item, is[index], [...path, String(index)], add));
  else
    for (const [name, value] of membersOf(was)) writtenOtherwise(value, membersOf(is).get(name), [...path, name], add);
}

function schemas(member: string, side: SchemaSide, was: Exact | undefined, is: Exact | undefined, add: Add): void {
  // Structured results that come or go altogether.
  if (side === 'output' && (was === undefined || is === undefined)) {
    if (is === undefined) add('breaking', 'output-schema-removed', [member], was, is);
    else add('behavioural', 'output-schema-added', [member], was, is);
    return;
  }
  for (const each of schemaChanges(was, is, side))
    add(each.class, each.reason, [member, ...each.path], each.before, each.after);
}

/** 2025-11-25, server/tools: hints by which a client decides whether to ask; only the title is for people alone. */
function annotationChanges(was: Exact | undefined, is: Exact | undefined, add: Add): void {
  if (![was, is].every((each) => each === undefined || each instanceof ExactObject))
    return add('behavioural', 'other', ['annotations'], was, is);
  for (const hint of memberNames(was, is)) {
    const [one, other] = [membersOf(was).get(hint), membersOf(is).get(hint)];
    if (sameJson(one, other)) continue;
    const cosmetic = hint === 'title' || hint === 'lastModified';
    add(cosmetic ? 'cosmetic' : 'behavioural', cosmetic ? 'annotation' : 'hint', ['annotations', hint], one, other);
  }
}

/** 2025-11-25, basic/utilities/tasks: `required` refuses a call without a task, `forbidden` (the default) one with. */
function executionChanges(was: Exact | undefined, is: Exact | undefined, add: Add): void {
  const support = (value: Exact | undefined): Exact => membersOf(value).get('taskSupport') ?? 'forbidden';
  const [one, other] = [support(was), support(is)];
  if (sameJson(one, other)) add('behavioural', 'other', ['execution'], was, is);
  else add(other === 'optional' ? 'behavioural' : 'breaking', 'task-support', ['execution', 'taskSupport'], one, other);
}

function argumentChanges(was: Exact | undefined, is: Exact | undefined, add: Add): void {
  if (![was, is].every((each) => each === undefined || isList(each)))
    return add('behavioural', 'other', ['arguments'], was, is);
  const named = (value: Exact | undefined): Map<string, Exact> => byKey(isList(value) ? value : [], 'name');
  const [one, other] = [named(was), named(is)];
  let changed = false;
  const addChange: Add = (...change) => {
    changed = true;
    add(...change);
  };
  for (const [name, argument] of one) {
    const now = other.get(name);
    if (now === undefined) addChange('breaking', 'argument-removed', ['arguments', nameOf(name)], argument, undefined);
    else argumentMembers(argument, now, ['arguments', nameOf(name)], addChange);
  }
  for (const [name, argument] of other) {
    if (one.has(name)) continue;
    const at = ['arguments', nameOf(name)];
    if (membersOf(argument).get('required') === true)
      addChange('breaking', 'required-argument-added', at, undefined, argument);
    else addChange('behavioural', 'argument-added', at, undefined, argument);
  }
  if (!changed) add('cosmetic', 'order', ['arguments'], was, is);
}

function argumentMembers(argument: Exact, now: Exact, at: readonly string[], addChange: Add): void {
  if (!(argument instanceof ExactObject) || !(now instanceof ExactObject)) {
    if (!sameJson(argument, now)) addChange('behavioural', 'other', at, argument, now);
    return;
  }
  for (const member of memberNames(argument, now)) {
    const [was, is] = [membersOf(argument).get(member), membersOf(now).get(member)];
    if (sameJson(was, is)) continue;
    const path = [...at, member];
    if (member === 'title') addChange('cosmetic', 'title', path, was, is);
    else if (member !== 'required')
      addChange('behavioural', member === 'description' ? 'description' : 'other', path, was, is);
    else if (is === true) addChange('breaking', 'argument-required', path, was, is);
    // Words never mean that it may be left out.
    else if (was === true) addChange('behavioural', 'argument-optional', path, was, is);
    else addChange('cosmetic', 'annotation', path, was, is);
  }
}
