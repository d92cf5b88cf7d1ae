/** Places in messages where the protocol lets `_meta`, annotations and icons be, found by what messages are made of. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { META } from '#shared/mcp';
import { pointerTo } from './values.ts';
import type { Turn } from './turn.ts';

/** `annotated`: its `annotations` are about audience and priority (those of a tool are others). `plain`: it has `_meta` only. */
export type HolderKind = 'plain' | 'annotated' | 'item' | 'implementation';

/** A place in a message, by the way there. */
export interface Place {
  readonly up: Place | undefined;
  readonly name: string | number;
}

/** The pointer of what is below a place. */
export function pointerBelow(place: Place | undefined, ...below: readonly (string | number)[]): string {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.up) path.unshift(at.name);
  return pointerTo(...path, ...below);
}

/** Called for each object that has one of the three. */
export type Visit = (turn: Turn, kind: HolderKind, holder: JsonObject, place: Place) => void;

/** Members that hold lists, by where they are allowed to be, each with what its items are. */
const LISTS: { readonly [member: string]: HolderKind } = {
  tools: 'item',
  prompts: 'item',
  resources: 'annotated',
  resourceTemplates: 'annotated',
  contents: 'plain',
  roots: 'plain',
  content: 'annotated',
};

const PARAMS: Place = { up: undefined, name: 'params' };
const RESULT: Place = { up: undefined, name: 'result' };

/** Calls `visit` for each such object in a message. Costs a look at each item of lists and content, and nothing more where none has them. */
export function visitHolders(turn: Turn, visit: Visit): void {
  const { item, asked } = turn;
  const walk = new Walk(turn, visit);
  if (item?.kind === 'request' || item?.kind === 'notification') walk.params(item.params, item.method);
  else if (item?.kind === 'response' && asked && item.outcome === 'result') walk.result(item.result, RESULT);
}

class Walk {
  readonly #turn: Turn;
  readonly #visit: Visit;

  constructor(turn: Turn, visit: Visit) {
    this.#turn = turn;
    this.#visit = visit;
  }

  params(params: unknown, method: string): void {
    if (!isObject(params)) return;
    this.#tell(params, 'plain', undefined, 'params');
    if (method === 'initialize') this.#inside(params['clientInfo'], 'implementation', PARAMS, 'clientInfo');
    else if (method === 'sampling/createMessage') this.#sampling(params, PARAMS);
    const answers = params['inputResponses'];
    if (this.#turn.dir === 'c2s' && isObject(answers)) {
      const place = { up: PARAMS, name: 'inputResponses' };
      for (const [name, each] of Object.entries(answers)) this.result(each, { up: place, name });
    }
    this.#info(params, META.clientInfo, PARAMS);
  }

  result(value: unknown, place: Place): void {
    if (!isObject(value)) return;
    this.#tell(value, 'plain', place.up, place.name);
    this.#info(value, META.serverInfo, place);
    for (const name of Object.keys(value)) {
      const kind = LISTS[name];
      if (kind) this.#list(value[name], kind, place, name);
      else if (name === 'messages') this.#messages(value[name], place);
      else if (name === 'serverInfo') this.#inside(value[name], 'implementation', place, name);
      else if (name === 'inputRequests') this.#inputRequests(value[name], place);
    }
  }

  #inputRequests(value: unknown, place: Place): void {
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      const params = isObject(each) ? each['params'] : undefined;
      if (!isObject(each) || !isObject(params)) continue;
      const own = { up: { up: place, name: 'inputRequests' }, name };
      this.#tell(params, 'plain', own, 'params');
      if (each['method'] === 'sampling/createMessage') this.#sampling(params, { up: own, name: 'params' });
    }
  }

  #info(holder: JsonObject, name: string, place: Place): void {
    const meta = holder['_meta'];
    if (isObject(meta) && meta[name] !== undefined)
      this.#inside(meta[name], 'implementation', { up: place, name: '_meta' }, name);
  }

  #sampling(params: JsonObject, place: Place): void {
    this.#messages(params['messages'], place);
    this.#list(params['tools'], 'item', place, 'tools');
  }

  #messages(value: unknown, place: Place): void {
    if (!Array.isArray(value)) return;
    const own = { up: place, name: 'messages' };
    for (const [name, each] of (value as readonly unknown[]).entries())
      if (isObject(each)) this.#list(each['content'], 'annotated', { up: own, name }, 'content');
  }

  /** Items of a list; content may be one block without a list around it. */
  #list(value: unknown, kind: HolderKind, up: Place, name: string): void {
    if (!Array.isArray(value)) return this.#inside(value, kind, up, name);
    const own = { up, name };
    const items = value as readonly unknown[];
    for (let at = 0; at < items.length; at++) this.#inside(items[at], kind, own, at);
  }

  #inside(value: unknown, kind: HolderKind, up: Place, name: string | number): void {
    if (!isObject(value)) return;
    this.#tell(value, kind, up, name);
    if (kind !== 'annotated') return;
    const { type } = value;
    if (type === 'resource') this.#inside(value['resource'], 'plain', { up, name }, 'resource');
    else if (type === 'tool_result') this.#list(value['content'], 'annotated', { up, name }, 'content');
  }

  #tell(holder: JsonObject, kind: HolderKind, up: Place | undefined, name: string | number): void {
    const more = kind !== 'plain' && (holder['annotations'] !== undefined || holder['icons'] !== undefined);
    if (more || holder['_meta'] !== undefined) this.#visit(this.#turn, kind, holder, { up, name });
  }
}
