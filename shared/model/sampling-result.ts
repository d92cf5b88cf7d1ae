/** The answer of an OpenAI-compatible `POST /chat/completions` as a sampling result (client/sampling#creating-messages). */
import { isObject, type JsonObject, scanJson } from '#shared/jsonrpc';

export type ModelAnswer =
  /** JSON text of a CreateMessageResult. */
  | { readonly ok: true; readonly json: string }
  /** A sentence on what is wrong with the answer. */
  | { readonly ok: false; readonly problem: string };

const STOP_REASONS: { readonly [reason: string]: string } = {
  stop: 'endTurn',
  length: 'maxTokens',
  tool_calls: 'toolUse',
  function_call: 'toolUse',
};

/**
 * The sampling result for a parsed completion. `model` is named when the answer names none. One block stands alone, as all
 * revisions have it; several are a list, as 2025-11-25 allows. Arguments of tool calls keep every digit. Takes any value;
 * never throws.
 */
export function samplingResult(completion: unknown, model: string): ModelAnswer {
  const choices: unknown = isObject(completion) ? completion['choices'] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice['message'] : undefined;
  if (!isObject(completion) || !isObject(choice) || !isObject(message))
    return wrong('The answer of the model endpoint has no choices[0].message.');
  const blocks = texts(message).map((text) => JSON.stringify({ type: 'text', text }));
  const calls: unknown = message['tool_calls'];
  for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) {
    const use = toolUse(call);
    if (!use.ok) return use;
    blocks.push(use.json);
  }
  if (blocks.length === 0) blocks.push('{"type":"text","text":""}');
  const named = typeof completion['model'] === 'string' && completion['model'] !== '' ? completion['model'] : model;
  const members = [
    '"role":"assistant"',
    `"content":${blocks.length === 1 ? blocks.join('') : `[${blocks.join(',')}]`}`,
    `"model":${JSON.stringify(named)}`,
  ];
  const reason = stopReason(choice);
  if (reason !== undefined) members.push(`"stopReason":${JSON.stringify(reason)}`);
  return { ok: true, json: `{${members.join(',')}}` };
}

const wrong = (problem: string): ModelAnswer => ({ ok: false, problem });

/** What the message says: a string, a list of parts, or a refusal in place of both. */
function texts({ content, refusal }: JsonObject): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  const parts = (Array.isArray(content) ? (content as unknown[]) : []).flatMap((part) =>
    isObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return parts.length === 0 && typeof refusal === 'string' ? [refusal] : parts;
}

function toolUse(call: unknown): ModelAnswer {
  const asked = isObject(call) ? call['function'] : undefined;
  if (!isObject(call) || !isObject(asked) || typeof asked['name'] !== 'string')
    return wrong('The model calls a tool without naming it.');
  const { name } = asked;
  const given = typeof asked['arguments'] === 'string' && asked['arguments'].trim() !== '' ? asked['arguments'] : '{}';
  const { root, fault } = scanJson(given);
  if (root !== 'object' || fault)
    return wrong(`The model calls the tool ${name} with arguments that are not a JSON object.`);
  const id = JSON.stringify(typeof call['id'] === 'string' ? call['id'] : name);
  return { ok: true, json: `{"type":"tool_use","id":${id},"name":${JSON.stringify(name)},"input":${given}}` };
}

/** The protocol's own words where it has them; any other reason goes over as it is. */
function stopReason({ finish_reason, stop_reason }: JsonObject): string | undefined {
  if (typeof finish_reason !== 'string') return undefined;
  // Some servers say in a member of their own which sequence made the model stop.
  if (finish_reason === 'stop' && typeof stop_reason === 'string') return 'stopSequence';
  return Object.hasOwn(STOP_REASONS, finish_reason) ? STOP_REASONS[finish_reason] : finish_reason;
}
