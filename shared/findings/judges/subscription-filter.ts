/** Which news a filter lets through (2026-07-28, schema#subscriptionfilter). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { quoted, type Asked } from '../judging.ts';

/** The member of a filter that each kind of news needs. */
export const MEMBERS: { readonly [method: string]: string } = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
  'notifications/resources/updated': 'resourceSubscriptions',
  'notifications/tasks': 'taskIds',
};
/** News that come only to those who asked for them. */
export const FILTERED: ReadonlySet<string> = new Set(Object.keys(MEMBERS));
const SWITCHES = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'];
const LISTS = ['resourceSubscriptions', 'taskIds'];

/** What a subscription asked for. */
export function filterOf({ params }: Asked): JsonObject | undefined {
  const filter = params?.['notifications'];
  return isObject(filter) ? filter : undefined;
}

const listOf = (filter: JsonObject, member: string): readonly unknown[] => {
  const list = filter[member];
  return Array.isArray(list) ? (list as unknown[]) : [];
};

export interface Passed {
  readonly enabled: boolean;
  /** What the news are about: the member of the filter, or the resource or task. */
  readonly what: string;
  readonly pointer: string;
}

/** Whether a filter lets one notification through. */
export function isEnabled(filter: JsonObject, method: string, params: unknown): Passed {
  const member = MEMBERS[method] ?? '';
  if (SWITCHES.includes(member)) return { enabled: filter[member] === true, what: `\`${member}\``, pointer: '/method' };
  const name = method === 'notifications/tasks' ? 'taskId' : 'uri';
  const value = isObject(params) ? params[name] : undefined;
  const list = listOf(filter, member);
  // What lies below a resource that was asked for belongs to it.
  const below = (each: unknown): boolean =>
    name === 'uri' && typeof each === 'string' && String(value).startsWith(each);
  const enabled = typeof value !== 'string' || list.some((each) => each === value || below(each));
  return { enabled, what: quoted(value), pointer: `/params/${name}` };
}

/** What an acknowledgement grants beyond what was asked for. */
export function overreach(
  wanted: JsonObject,
  granted: JsonObject,
): { readonly what: string; readonly pointer: string } | undefined {
  const on = SWITCHES.find((member) => granted[member] === true && wanted[member] !== true);
  if (on !== undefined) return { what: `\`${on}\``, pointer: `/${on}` };
  for (const member of LISTS) {
    const asked = listOf(wanted, member);
    const at = listOf(granted, member).findIndex((each) => !asked.includes(each));
    if (at >= 0) return { what: quoted(listOf(granted, member)[at]), pointer: `/${member}/${at}` };
  }
  return undefined;
}
