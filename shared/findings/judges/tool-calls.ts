/** Calls of tools and how servers refuse them, against what was listed (server/tools#calling-tools, #error-handling). */
import { isObject } from '#shared/jsonrpc';
import { DeclaredSchemas, type Misfit } from '#shared/mcp/schema';
import { RULES as CALL_RESULTS } from '../rules/call-results.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { askedKey, hasRedacted, isRedacted, judge, keep, quoted, type AskedKey, type Turn } from '../judging.ts';
import { isUnlisted, listedAs } from './listing.ts';
import { errorCode, isEarlier, ownResult, toldOutcome } from './outcomes.ts';

const { 'tool-arguments-object': ARGUMENTS, 'tool-unknown-protocol-error': UNKNOWN } = CALL_RESULTS;
const {
  'tool-call-unlisted': UNLISTED,
  'tool-call-args-mismatch': MISMATCH,
  'tool-input-error-as-result': AS_RESULT,
  'tool-args-invalid-accepted': ACCEPTED,
} = TOOLS_EXTRA;
const SCHEMAS = new DeclaredSchemas();

interface Unfit {
  readonly at: string;
  readonly keyword: string;
  readonly listed: number;
}
interface State {
  /** Calls whose arguments break the schema that was listed. */
  readonly unfit: Map<AskedKey, Unfit>;
}

export const TOOL_CALLS = judge<State>({
  rules: [ARGUMENTS, UNLISTED, MISMATCH, UNKNOWN, AS_RESULT, ACCEPTED],
  init: () => ({ unfit: new Map() }),
  requests: {
    'tools/call'(turn, { key, params }, { unfit }) {
      if (!isObject(params)) return;
      const { name, arguments: given } = params;
      if (turn.applies(ARGUMENTS) && given !== undefined && !isObject(given)) {
        if (isRedacted(given)) turn.cannotJudge(ARGUMENTS, 'redacted');
        else turn.report(ARGUMENTS, { pointer: '/params/arguments', found: [quoted(given)] });
      }
      if (typeof name !== 'string') return;
      if (isUnlisted(turn.facts, 'tools', name) && turn.applies(UNLISTED))
        turn.report(UNLISTED, {
          pointer: '/params/name',
          found: [quoted(name)],
          related: [turn.facts.walks.get('tools')?.began],
        });
      if (given !== undefined && !isObject(given)) return;
      const found = misfit(turn, name, given ?? {});
      if (!found) return;
      keep(unfit, askedKey('c2s', key), { at: found.at || '/', keyword: found.keyword, listed: found.listed }, 500);
      turn.report(MISMATCH, {
        pointer: given === undefined ? '/params' : `/params/arguments${found.holder}`,
        found: [quoted(name), found.at || '/', found.keyword],
        related: [found.listed],
      });
    },
  },
  answers: {
    'tools/call'(turn, answer, { unfit }) {
      const { to } = answer;
      const { key = askedKey('c2s', to.key) } = turn;
      const bad = unfit.get(key);
      if (bad) {
        unfit.delete(key);
        const told = { found: [bad.at, bad.keyword], related: [bad.listed, to.s] };
        if (turn.applies(AS_RESULT) && errorCode(answer) === -32602)
          turn.report(AS_RESULT, { pointer: '/error/code', ...told });
        const result = turn.applies(ACCEPTED) ? ownResult(turn, answer, [ACCEPTED]) : undefined;
        if (result && result['isError'] !== true) turn.report(ACCEPTED, { pointer: '/result', ...told });
      }
      const name = to.params?.['name'];
      if (typeof name !== 'string' || !isUnlisted(turn.facts, 'tools', name, to.s) || !turn.applies(UNKNOWN)) return;
      if (isEarlier(answer) || errorCode(answer) === -32602) return;
      const failed = ownResult(turn, answer, [UNKNOWN])?.['isError'] === true;
      if (!failed && answer.outcome !== 'error') return;
      turn.report(UNKNOWN, {
        pointer: failed ? '/result/isError' : '/error/code',
        found: [quoted(name), toldOutcome(answer)],
        related: [turn.facts.walks.get('tools')?.began, to.s],
      });
    },
  },
});

function misfit(turn: Turn, name: string, given: object): (Misfit & { readonly listed: number }) | undefined {
  const listed = listedAs(turn.facts, 'tools', name);
  const schema = listed?.item['inputSchema'];
  if (!listed || !isObject(schema)) return undefined;
  // What is no schema of arguments is reported where it is listed.
  if (schema['type'] !== 'object' || !turn.applies(MISMATCH)) return undefined;
  const found = SCHEMAS.check(schema, given);
  if (found === undefined) return undefined;
  const unjudged = found === 'unknown' ? 'schema-unknown' : hasRedacted(given) ? 'redacted' : undefined;
  if (unjudged === undefined && found !== 'unknown') return { ...found, listed: listed.s };
  for (const rule of [MISMATCH, AS_RESULT, ACCEPTED]) turn.cannotJudge(rule, unjudged ?? 'schema-unknown');
  return undefined;
}
