/** The four lists a server can offer, how they are asked for, and what announces that one changed. */

export type ServerList = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export interface ListFacts {
  readonly list: ServerList;
  readonly method: string;
  /** Member of the result that holds the items. */
  readonly member: string;
  readonly capability: string;
  readonly changed: string;
}

const facts = (list: ServerList, method: string, capability: string): ListFacts => ({
  list,
  method,
  member: list,
  capability,
  changed: `notifications/${capability}/list_changed`,
});

/** In the order in which discovery asks for them. */
export const SERVER_LISTS: readonly ListFacts[] = [
  facts('tools', 'tools/list', 'tools'),
  facts('resources', 'resources/list', 'resources'),
  facts('resourceTemplates', 'resources/templates/list', 'resources'),
  facts('prompts', 'prompts/list', 'prompts'),
];

const byMethod = new Map(SERVER_LISTS.map((facts) => [facts.method, facts]));

export const listByMethod = (method: string): ListFacts | undefined => byMethod.get(method);
