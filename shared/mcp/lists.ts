/** The four lists a server can offer, how they are asked for, and what announces that one changed. */

export type ServerList = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export interface ListFacts {
  readonly list: ServerList;
  readonly method: string;
  /** Member of the result that holds the items. */
  readonly member: string;
  /** Server capability that offers it. */
  readonly capability: string;
  readonly changed: string;
}

/** In the order in which discovery asks for them. */
export const SERVER_LISTS: readonly ListFacts[] = [
  {
    list: 'tools',
    method: 'tools/list',
    member: 'tools',
    capability: 'tools',
    changed: 'notifications/tools/list_changed',
  },
  {
    list: 'resources',
    method: 'resources/list',
    member: 'resources',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
  },
  {
    list: 'resourceTemplates',
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
  },
  {
    list: 'prompts',
    method: 'prompts/list',
    member: 'prompts',
    capability: 'prompts',
    changed: 'notifications/prompts/list_changed',
  },
];

const byMethod = new Map(SERVER_LISTS.map((facts) => [facts.method, facts]));

/** Facts of the list that a method asks for, or undefined. */
export function listByMethod(method: string): ListFacts | undefined {
  return byMethod.get(method);
}
