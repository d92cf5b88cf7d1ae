/** Places in messages where the protocol lets `_meta`, annotations and icons be, found by what messages are made of. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { META } from '#shared/mcp';
import { pointerTo } from './told.ts';
import type { Turn } from './turn.ts';

/** `annotated`: its `annotations` are about audience and priority (those of a tool are others). `plain`: it has `_meta` only. */
export type HolderKind = 'plain' | 'annotated' | 'item' | 'implementation';
/** What is told of an object. `at` makes the pointer of a place below it. */
export type Visit = (
  kind: HolderKind,
  holder: JsonObject,
  at: (...path: readonly (string | number)[]) => string,
) => void;

type Path = readonly (string | number)[];

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

/** Tells of each such object in a message, the message's own `params` or `result` first. Never throws. */
export function visitHolders({ item, asked, dir }: Turn, visit: Visit): void {
  if (item?.kind === 'request' || item?.kind === 'notification') {
    const { params, method } = item;
    if (!isObject(params)) return;
    tell(params, 'plain', ['params'], visit);
    if (method === 'initialize') inside(params['clientInfo'], 'implementation', ['params', 'clientInfo'], visit);
    else if (method === 'sampling/createMessage') sampling(params, ['params'], visit);
    const answers = params['inputResponses'];
    if (dir === 'c2s' && isObject(answers))
      for (const [name, each] of Object.entries(answers)) result(each, ['params', 'inputResponses', name], visit);
    const info = isObject(params['_meta']) ? params['_meta'][META.clientInfo] : undefined;
    inside(info, 'implementation', ['params', '_meta', META.clientInfo], visit);
  } else if (item?.kind === 'response' && asked && item.outcome === 'result') result(item.result, ['result'], visit);
}

function result(value: unknown, path: Path, visit: Visit): void {
  if (!isObject(value)) return;
  tell(value, 'plain', path, visit);
  for (const name of Object.keys(value)) {
    const kind = LISTS[name];
    if (kind) list(value[name], kind, [...path, name], visit);
    else if (name === 'messages') messages(value[name], [...path, name], visit);
    else if (name === 'serverInfo') inside(value[name], 'implementation', [...path, name], visit);
    else if (name === '_meta') {
      const info = isObject(value[name]) ? value[name][META.serverInfo] : undefined;
      inside(info, 'implementation', [...path, name, META.serverInfo], visit);
    } else if (name === 'inputRequests' && isObject(value[name]))
      for (const [key, each] of Object.entries(value[name]))
        if (isObject(each) && isObject(each['params'])) {
          tell(each['params'], 'plain', [...path, name, key, 'params'], visit);
          if (each['method'] === 'sampling/createMessage')
            sampling(each['params'], [...path, name, key, 'params'], visit);
        }
  }
}

function sampling(params: JsonObject, path: Path, visit: Visit): void {
  messages(params['messages'], [...path, 'messages'], visit);
  list(params['tools'], 'item', [...path, 'tools'], visit);
}

function messages(value: unknown, path: Path, visit: Visit): void {
  if (!Array.isArray(value)) return;
  for (const [at, each] of (value as readonly unknown[]).entries())
    if (isObject(each)) list(each['content'], 'annotated', [...path, at, 'content'], visit);
}

/** Items of a list; content may be one block without a list around it. */
function list(value: unknown, kind: HolderKind, path: Path, visit: Visit): void {
  if (!Array.isArray(value)) return inside(value, kind, path, visit);
  for (const [at, each] of (value as readonly unknown[]).entries()) inside(each, kind, [...path, at], visit);
}

function inside(value: unknown, kind: HolderKind, path: Path, visit: Visit): void {
  if (!isObject(value)) return;
  tell(value, kind, path, visit);
  const { type, resource, content } = value;
  if (kind !== 'annotated') return;
  if (type === 'resource') inside(resource, 'plain', [...path, 'resource'], visit);
  else if (type === 'tool_result') list(content, 'annotated', [...path, 'content'], visit);
}

function tell(holder: JsonObject, kind: HolderKind, path: Path, visit: Visit): void {
  visit(kind, holder, (...below) => pointerTo(...path, ...below));
}
