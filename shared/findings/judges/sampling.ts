/** Requests for a completion by the client's model: the conversation and the preferences (client/sampling#creating-messages). */
import { isObject } from '#shared/jsonrpc';
import { RULES as SAMPLING } from '../rules/sampling.ts';
import { quoted, type Turn } from '../judging.ts';
import type { Ask, AskJudge } from './asks.ts';
import { media } from './content-blocks.ts';
import { blocksAt, objectsAt, type Placed } from './content.ts';

const {
  'sampling-max-tokens': MAX_TOKENS,
  'sampling-content-array': ARRAY,
  'sampling-priority-range': PRIORITY,
  'sampling-tool-result-only': RESULT_ONLY,
  'sampling-tool-use-balance': BALANCE,
  'sampling-tool-choice': CHOICE,
  'sampling-stop-reason': STOP,
  'sampling-rejected-code': REJECTED,
} = SAMPLING;

export const SAMPLING_MESSAGES: AskJudge = {
  rules: [MAX_TOKENS, ARRAY, PRIORITY, RESULT_ONLY, BALANCE],
  asks: {
    'sampling/createMessage'(turn, ask) {
      const { params, at } = ask;
      const { maxTokens, modelPreferences } = params;
      if (turn.applies(MAX_TOKENS) && !Number.isInteger(maxTokens))
        turn.report(MAX_TOKENS, {
          pointer: maxTokens === undefined ? at : `${at}/maxTokens`,
          found: [quoted(maxTokens)],
        });
      if (isObject(modelPreferences))
        for (const name of ['costPriority', 'speedPriority', 'intelligencePriority']) {
          const value = modelPreferences[name];
          if (typeof value !== 'number' || !turn.applies(PRIORITY) || (value >= 0 && value <= 1)) continue;
          turn.report(PRIORITY, { pointer: `${at}/modelPreferences/${name}`, found: [name, value] });
        }
      conversation(turn, ask);
    },
  },
  replies: {
    'sampling/createMessage'(turn, { ask, result, at }) {
      if (result && turn.applies(ARRAY) && Array.isArray(result['content']))
        turn.report(ARRAY, { pointer: `${at}/content`, related: [ask.s] });
    },
  },
};

interface Spoken {
  readonly role: unknown;
  readonly at: string;
  readonly blocks: readonly Placed[];
  /** Ids of tool calls, and of results with the place of each. */
  readonly uses: readonly string[];
  readonly results: readonly Placed<string>[];
}

function conversation(turn: Turn, { params, at }: Ask): void {
  const messages = objectsAt(params['messages'], `${at}/messages`).map(({ value, at: place }): Spoken => {
    if (turn.applies(ARRAY) && Array.isArray(value['content'])) turn.report(ARRAY, { pointer: `${place}/content` });
    const blocks = blocksAt(value['content'], `${place}/content`);
    for (const block of blocks) if (isObject(block.value)) media(turn, block.value, block.at);
    return { role: value['role'], at: place, blocks, uses: usesIn(blocks), results: resultsIn(blocks) };
  });
  for (const [index, message] of messages.entries()) {
    if (message.uses.length === 0 && message.results.length === 0) continue;
    if (turn.applies(RESULT_ONLY)) alone(turn, message);
    if (turn.applies(BALANCE)) balance(turn, message, messages[index - 1], messages[index + 1]);
  }
}

const typeOf = ({ value }: Placed): unknown => (isObject(value) ? value['type'] : undefined);

function usesIn(blocks: readonly Placed[]): readonly string[] {
  return blocks.flatMap(({ value }) =>
    isObject(value) && value['type'] === 'tool_use' && typeof value['id'] === 'string' ? [value['id']] : [],
  );
}

function resultsIn(blocks: readonly Placed[]): readonly Placed<string>[] {
  return blocks.flatMap(({ value, at }) =>
    isObject(value) && value['type'] === 'tool_result' && typeof value['toolUseId'] === 'string'
      ? [{ value: value['toolUseId'], at: `${at}/toolUseId` }]
      : [],
  );
}

/** Results of tools stand in a message of the user, and nothing beside them. */
function alone(turn: Turn, { role, at, blocks, results }: Spoken): void {
  if (results.length === 0) return;
  const other = role === 'user' ? blocks.find((each) => typeOf(each) !== 'tool_result') : undefined;
  if (role === 'user' && !other) return;
  turn.report(RESULT_ONLY, {
    pointer: other ? other.at : `${at}/role`,
    found: [quoted(role), blocks.map((each) => quoted(typeOf(each))).join(', ')],
  });
}

/** Each call of a tool has its result in the next message, and each result its call in the one before. */
function balance(turn: Turn, message: Spoken, before: Spoken | undefined, next: Spoken | undefined): void {
  if (message.role === 'assistant' && message.uses.length > 0) {
    const answered = new Set(next?.role === 'user' ? next.results.map(({ value }) => value) : []);
    const open = message.uses.find((id) => !answered.has(id));
    if (open !== undefined)
      turn.report(BALANCE, { pointer: next?.at ?? message.at, found: ['tool_result', quoted(open)] });
  }
  const called = new Set(before?.role === 'assistant' ? before.uses : []);
  const unasked = message.results.find(({ value }) => !called.has(value));
  if (unasked) turn.report(BALANCE, { pointer: unasked.at, found: ['tool_use', quoted(unasked.value)] });
}

/** What a client's model replied (client/sampling#tool-choice-modes, #error-handling). */
export const SAMPLING_REPLIES: AskJudge = {
  rules: [CHOICE, STOP, REJECTED],
  replies: {
    'sampling/createMessage'(turn, { ask, result, error, at }) {
      const related = [ask.s];
      if (isObject(error)) {
        const { code, message } = error;
        if (typeof code !== 'number' || code === -32601 || typeof message !== 'string') return;
        if (!/reject|declin|denied|denial|refus/i.test(message.slice(0, 1000)) || !turn.applies(REJECTED)) return;
        if (code !== -1) turn.report(REJECTED, { pointer: '/error/code', found: [code, quoted(message)], related });
        return;
      }
      if (!result) return;
      const { content, stopReason } = result;
      const use = blocksAt(content, `${at}/content`).find(
        ({ value }) => isObject(value) && value['type'] === 'tool_use',
      );
      const choice = ask.params['toolChoice'];
      const mode = isObject(choice) ? choice['mode'] : undefined;
      if (turn.applies(CHOICE) && ((mode === 'none' && use) || (mode === 'required' && !use)))
        turn.report(CHOICE, { pointer: use?.at ?? `${at}/content`, found: [mode], related });
      if (turn.applies(STOP) && stopReason !== undefined && (stopReason === 'toolUse') !== (use !== undefined))
        turn.report(STOP, { pointer: `${at}/stopReason`, found: [quoted(stopReason)], related });
    },
  },
};
