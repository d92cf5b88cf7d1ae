/** Sampling and elicitation that ask for more than the client declared, as requests or inside results (client/sampling, client/elicitation). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as CAPABILITIES } from '../rules/capabilities.ts';
import { clientCapabilities, judge, pointerTo, quoted, type Turn } from '../judging.ts';
import { isDeclared } from './capabilities.ts';

const { 'cap-sampling-tools': TOOLS, 'cap-sampling-context': CONTEXT, 'cap-elicitation-mode': MODE } = CAPABILITIES;

export const INPUT_ASKED = judge({
  interestedIn: { response: ({ inputs }) => inputs },
  rules: [TOOLS, CONTEXT, MODE],
  requests: {
    'sampling/createMessage': (turn, { method, params }) => direct(turn, method, params),
    'elicitation/create': (turn, { method, params }) => direct(turn, method, params),
  },
  response(turn, { result }) {
    if (turn.dir !== 's2c' || !isObject(result) || !isObject(result['inputRequests'])) return;
    const declared = clientCapabilities(turn.facts, turn.asked?.params);
    if (!declared) return;
    for (const [key, each] of Object.entries(result['inputRequests']))
      if (isObject(each))
        asks(turn, each['method'], each['params'], declared, ['result', 'inputRequests', key, 'params']);
  },
});

function direct(turn: Turn, method: string, params: unknown): void {
  if (turn.dir === 's2c' && turn.facts.client) asks(turn, method, params, turn.facts.client, ['params']);
}

function asks(turn: Turn, method: unknown, params: unknown, declared: JsonObject, path: readonly string[]): void {
  if (!isObject(params)) return;
  const related = [turn.asked?.s ?? turn.facts.clientS];
  if (method === 'sampling/createMessage') {
    const name = ['tools', 'toolChoice'].find((each) => params[each] !== undefined);
    if (name !== undefined && turn.applies(TOOLS) && !isDeclared(declared, 'sampling.tools'))
      turn.report(TOOLS, { pointer: pointerTo(...path, name), found: [name], related });
    const { includeContext } = params;
    const context = includeContext === 'thisServer' || includeContext === 'allServers';
    if (context && turn.applies(CONTEXT) && !isDeclared(declared, 'sampling.context'))
      turn.report(CONTEXT, { pointer: pointerTo(...path, 'includeContext'), found: [quoted(includeContext)], related });
  } else if (method === 'elicitation/create' && turn.applies(MODE)) {
    const { mode = 'form' } = params;
    const url = isDeclared(declared, 'elicitation.url');
    // An empty object stands for forms only.
    const lacks = mode === 'url' ? !url : mode === 'form' && url && !isDeclared(declared, 'elicitation.form');
    if (lacks)
      turn.report(MODE, {
        pointer: pointerTo(...path, ...(params['mode'] === undefined ? [] : ['mode'])),
        found: [String(mode)],
        related,
      });
  }
}
