/** What users reply to forms and addresses (client/elicitation#response-actions). */
import { isObject } from '#shared/jsonrpc';
import { DeclaredSchemas } from '#shared/mcp/schema';
import { ELICITATION } from '../catalogue/elicitation.ts';
import { isRedacted, jsonText, quoted, type Turn } from '../judging.ts';
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
      const rests = [ask.s];
      if (turn.tries(ACTION) && action !== 'accept' && action !== 'decline' && action !== 'cancel')
        turn.broke(ACTION, { pointer: action === undefined ? at : `${at}/action`, found: [quoted(action)], rests });
      const mode = modeOf(ask.params);
      const isOff = action === 'decline' || action === 'cancel' || (mode === 'url' && action === 'accept');
      if (isOff && turn.tries(UNEXPECTED) && content !== undefined)
        turn.broke(UNEXPECTED, { pointer: `${at}/content`, found: [action, mode], rests });
      if (action === 'accept' && mode === 'form') filledIn(turn, reply, content);
    },
  },
};

/** The content of a form, held against the schema that the server asked for. */
function filledIn(turn: Turn, { ask, at }: Reply, content: unknown): void {
  const schema = ask.params['requestedSchema'];
  if (!isObject(schema) || !turn.tries(VALID)) return;
  const rests = [ask.s];
  if (content === undefined) {
    const fields = schema['properties'];
    if (isObject(fields) && Object.keys(fields).length === 0) return;
    return void turn.broke(VALID, { pointer: at, found: ['/', 'required'], rests });
  }
  const misfit = SCHEMAS.check(schema, content);
  if (misfit === undefined) return;
  if (misfit === 'unknown') return void turn.unsure(VALID, 'schema-unknown');
  if (isRedacted(jsonText(content))) return void turn.unsure(VALID, 'redacted');
  turn.broke(VALID, { pointer: `${at}/content${misfit.holder}`, found: [misfit.at || '/', misfit.keyword], rests });
}

/** A mode that the client did not declare is refused with a code of its own. */
function refusal(turn: Turn, { ask, result, error, at }: Reply): void {
  const declared = turn.scene.client?.['elicitation'];
  if (!isObject(declared) || (!result && !isObject(error))) return;
  const mode = modeOf(ask.params);
  // An empty declaration means forms.
  const knows =
    mode === 'form'
      ? isObject(declared['form']) || !isObject(declared['url'])
      : mode === 'url' && isObject(declared['url']);
  if (knows || !turn.tries(REFUSAL)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (code === -32602) return;
  turn.broke(REFUSAL, {
    pointer: result ? at : '/error/code',
    found: [quoted(mode), result ? 'result' : `error ${quoted(code)}`],
    rests: [turn.scene.clientS, ask.s],
  });
}
