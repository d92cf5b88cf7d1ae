/** Whether each side serves what it declared, and only that (basic/lifecycle#capability-negotiation). */
import { isObject } from '#shared/jsonrpc';
import { ErrorCode } from '#shared/mcp';
import { RULES as CAPABILITIES } from '../rules/capabilities-declared.ts';
import { judge, type Asked, type Turn } from '../judging.ts';
import { capabilityFor, capabilityOfClient, isDeclared } from './capabilities-used.ts';

const {
  'cap-used-not-declared': NOT_DECLARED,
  'cap-declared-not-served': NOT_SERVED,
  'cap-undeclared-error-code': CODE,
  'cap-client-refuses-declared': REFUSES,
} = CAPABILITIES;

/** What a declared capability is there for. Templates of resources and single items are often left out, and no capability names them. */
const SERVED: ReadonlySet<string> = new Set([
  ...['tools/list', 'resources/list', 'prompts/list'],
  ...['completion/complete', 'logging/setLevel', 'resources/subscribe', 'tasks/list'],
]);
/** What only a part of a capability offers. To ask for it where the part is not declared is the client's fault, and another rule's. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['tasks/list', 'tasks.list'],
  ['resources/subscribe', 'resources.subscribe'],
]);

export const CAPABILITIES_ANSWERED = judge({
  pureWhileAgreed: { response: ({ dir, failed }) => dir === 's2c' && !failed },
  rules: [NOT_DECLARED, NOT_SERVED, CODE, REFUSES],
  response(turn, { outcome, error }) {
    const { asked } = turn;
    if (!asked) return;
    const code = outcome === 'error' && isObject(error) ? error['code'] : undefined;
    if (asked.dir === 's2c') return refuses(turn, asked, code);
    const { server } = turn.facts;
    const whole = capabilityFor(asked.method);
    const part = PARTS.get(asked.method);
    const path = server && part && (whole === undefined || isDeclared(server, whole)) ? part : whole;
    if (path === undefined || server === undefined || (path === part && !isDeclared(server, part))) return;
    // 2024-11-05 has completion, but no capability for it.
    if (path === 'completions' && asked.revision < '2025-03-26') return;
    const related = [asked.s, turn.facts.serverS];
    if (isDeclared(server, path)) {
      if (SERVED.has(asked.method) && turn.applies(NOT_SERVED) && code === ErrorCode.MethodNotFound)
        turn.report(NOT_SERVED, { pointer: '/error/code', found: [asked.method, path], related });
    } else if (outcome === 'result') {
      if (turn.applies(NOT_DECLARED))
        turn.report(NOT_DECLARED, { pointer: '/result', found: [asked.method, path], related });
    } else if (turn.applies(CODE) && typeof code === 'number' && code !== ErrorCode.MethodNotFound)
      turn.report(CODE, { pointer: '/error/code', found: [asked.method, code], related });
  },
});

/** The client: what it declared only in part it may refuse. */
function refuses(turn: Turn, asked: Asked, code: unknown): void {
  const { facts } = turn;
  const path = capabilityOfClient(asked.method);
  if (path === undefined || !facts.client || !isDeclared(facts.client, path) || !turn.applies(REFUSES)) return;
  const { params = {} } = asked;
  const partly =
    (params['mode'] === 'url' && !isDeclared(facts.client, 'elicitation.url')) ||
    (params['tools'] !== undefined && !isDeclared(facts.client, 'sampling.tools')) ||
    params['task'] !== undefined;
  if (code === ErrorCode.MethodNotFound && !partly)
    turn.report(REFUSES, { pointer: '/error/code', found: [asked.method, path], related: [asked.s, facts.clientS] });
}
