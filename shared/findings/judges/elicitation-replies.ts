/** What users reply to forms and addresses (client/elicitation#response-actions). */
import { isObject } from '#shared/jsonrpc';
import { DeclaredSchemas } from '#shared/mcp/schema';
import { RULES as ELICITATION } from '../rules/elicitation.ts';
import { hasRedacted, quoted, type Turn } from '../judging.ts';
import type { AskJudge, Reply } from './asks.ts';
import { modeOf } from './elicitation-forms.ts';

const {
  'elicit-action': ACTION,
  'elicit-content-valid': VALID,
  'elicit-content-unexpected': UNEXPECTED,
  'elicit-mode-refusal-code': REFUSAL,
} = ELICITATION;
const SCHEMAS = new DeclaredSchemas();

export const ELICITATION_REPLIES: AskJudge = {
  rules: [ACTION, VALID, UNEXPECTED, REFUSAL],
  replies: {
    'elicitation/create'(turn, reply) {
      refusal(turn, reply);
      const { ask, result, at } = reply;
      if (!result) return;
      const { action, content } = result;
      const related = [ask.s];
      if (turn.applies(ACTION) && action !== 'accept' && action !== 'decline' && action !== 'cancel')
        turn.report(ACTION, { pointer: action === undefined ? at : `${at}/action`, found: [quoted(action)], related });
      const mode = modeOf(ask.params);
      const isOff = action === 'decline' || action === 'cancel' || (mode === 'url' && action === 'accept');
      if (isOff && turn.applies(UNEXPECTED) && content !== undefined)
        turn.report(UNEXPECTED, { pointer: `${at}/content`, found: [action, mode], related });
      if (action === 'accept' && mode === 'form') filledIn(turn, reply, content);
    },
  },
};

/** The content of a form, held against the schema that the server asked for. */
function filledIn(turn: Turn, { ask, at }: Reply, content: unknown): void {
  const schema = ask.params['requestedSchema'];
  if (!isObject(schema) || !turn.applies(VALID)) return;
  const related = [ask.s];
  if (content === undefined) {
    const fields = schema['properties'];
    if (isObject(fields) && Object.keys(fields).length === 0) return;
    return void turn.report(VALID, { pointer: at, found: ['/', 'required'], related });
  }
  const misfit = SCHEMAS.check(schema, content);
  if (misfit === undefined) return;
  if (misfit === 'unknown') return void turn.cannotJudge(VALID, 'schema-unknown');
  if (hasRedacted(content)) return void turn.cannotJudge(VALID, 'redacted');
  turn.report(VALID, { pointer: `${at}/content${misfit.holder}`, found: [misfit.at || '/', misfit.keyword], related });
}

/** A mode that the client did not declare is refused with a certain code. */
function refusal(turn: Turn, { ask, result, error, at }: Reply): void {
  const declared = turn.facts.client?.['elicitation'];
  if (!isObject(declared) || (!result && !isObject(error))) return;
  const mode = modeOf(ask.params);
  // An empty declaration means forms.
  const knows =
    mode === 'form'
      ? isObject(declared['form']) || !isObject(declared['url'])
      : mode === 'url' && isObject(declared['url']);
  if (knows || !turn.applies(REFUSAL)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (code === -32602) return;
  turn.report(REFUSAL, {
    pointer: result ? at : '/error/code',
    found: [quoted(mode), result ? 'result' : `error ${quoted(code)}`],
    related: [turn.facts.clientS, ask.s],
  });
}
