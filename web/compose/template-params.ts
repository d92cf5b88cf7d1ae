/** Parameters to start from, with the names, addresses, tasks and ids that the session knows. */
import { isObject, showIdKey, textMember } from '#shared/jsonrpc';
import { defaultClientCapabilities, eraOf, exampleValue, methodFacts } from '#shared/mcp';
import type { Policy } from '#shared/driver';
import type { ListState, SessionState } from '#shared/session';

export interface ParamFacts {
  readonly state: Readonly<SessionState>;
  readonly policy: Policy;
  readonly clientInfo: object;
  readonly revision: string;
}

const NOBODY: SessionState['client'] = {};

type Item = { readonly [name: string]: unknown };

/** JSON text of `params` for a method, without `_meta`; undefined where the method needs none. */
export function paramsText(method: string, facts: ParamFacts): string | undefined {
  const { state } = facts;
  const tool = first(state.lists.tools);
  const prompt = first(state.lists.prompts);
  const uri = text(first(state.lists.resources), 'uri');
  const task = [...state.tasks.keys()].at(-1);
  switch (method) {
    case 'initialize':
      return JSON.stringify(offer(facts));
    case 'tools/call':
      if (tool) return JSON.stringify({ name: text(tool, 'name'), arguments: toolArguments(tool['inputSchema']) });
      break;
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      if (uri !== '') return JSON.stringify({ uri });
      break;
    case 'prompts/get':
      if (prompt)
        return JSON.stringify({ name: text(prompt, 'name'), arguments: promptArguments(prompt['arguments'], false) });
      break;
    case 'completion/complete': {
      const [name = ''] = Object.keys(promptArguments(prompt?.['arguments'], true));
      if (prompt)
        return JSON.stringify({
          ref: { type: 'ref/prompt', name: text(prompt, 'name') },
          argument: { name, value: '' },
        });
      break;
    }
    case 'tasks/get':
    case 'tasks/result':
    case 'tasks/cancel':
      if (task !== undefined) return JSON.stringify({ taskId: task });
      break;
    case 'notifications/cancelled': {
      const open = [...state.pending.values()].findLast(({ dir, key }) => dir === 'c2s' && key !== undefined);
      // The id keeps its digits.
      if (open?.key) return `{"requestId":${showIdKey(open.key)},"reason":""}`;
      break;
    }
    case 'notifications/progress': {
      const asked = [...state.pending.values()].findLast(({ dir, token }) => dir === 's2c' && token !== undefined);
      if (asked?.token) return `{"progressToken":${showIdKey(asked.token)},"progress":0.5,"total":1}`;
    }
  }
  const example = methodFacts(method)?.example;
  return example && JSON.stringify(example);
}

/** What `initialize` offers: as the session introduced itself before, where that was with a handshake. */
function offer({ state, policy, clientInfo, revision }: ParamFacts): object {
  const { capabilities, info } = eraOf(state.offered ?? '') === 'handshake' ? state.client : NOBODY;
  return {
    protocolVersion: revision,
    capabilities: capabilities ?? policy.capabilities ?? defaultClientCapabilities(revision),
    clientInfo: info ?? clientInfo,
  };
}

function toolArguments(schema: unknown): object {
  const value = exampleValue(schema);
  return isObject(value) ? value : {};
}

function promptArguments(list: unknown, optionalToo: boolean): object {
  if (!Array.isArray(list)) return {};
  const wanted = list.filter(isObject).filter((each) => optionalToo || each['required'] === true);
  return Object.fromEntries(wanted.map((each) => [text(each, 'name'), '']));
}

const first = (list: ListState): Item | undefined => list.items.all.find(isObject);

const text = (item: Item | undefined, name: string): string => textMember(item, name) ?? '';
