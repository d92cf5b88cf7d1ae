/**
 * A sampling request (client/sampling#creating-messages) as the body of an OpenAI-compatible `POST /chat/completions`.
 * The protocol's content goes over as far as that interface has a place for it; what has none goes as its JSON text.
 */
import { isObject, type JsonObject } from '#shared/jsonrpc';

export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: string } };

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ChatPart[] }
  | {
      readonly role: 'assistant';
      readonly content: string | readonly ChatPart[] | null;
      readonly tool_calls?: readonly ChatToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly stop?: readonly string[];
  readonly tools?: readonly {
    readonly type: 'function';
    readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown };
  }[];
  readonly tool_choice?: 'auto' | 'required' | 'none';
}

/** The chat request for the `params` of `sampling/createMessage`. Takes any value; never throws. */
export function chatRequest(params: unknown, model: string): ChatRequest {
  const given = isObject(params) ? params : {};
  const { systemPrompt, messages, maxTokens, temperature, stopSequences } = given;
  const stop = strings(stopSequences);
  return {
    model,
    messages: [
      ...(typeof systemPrompt === 'string' ? [{ role: 'system', content: systemPrompt } as const] : []),
      ...(Array.isArray(messages) ? messages.flatMap(chatMessages) : []),
    ],
    ...(typeof maxTokens === 'number' ? { max_tokens: maxTokens } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(stop.length > 0 ? { stop } : {}),
    ...toolsOf(given),
  };
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** 2025-11-25, client/sampling#sampling-with-tools. A choice without tools is refused by some endpoints. */
function toolsOf({ tools, toolChoice }: JsonObject): Pick<ChatRequest, 'tools' | 'tool_choice'> {
  const offered = (Array.isArray(tools) ? (tools as unknown[]) : []).flatMap((tool) => {
    if (!isObject(tool) || typeof tool['name'] !== 'string') return [];
    const { name, description, inputSchema } = tool;
    const about = typeof description === 'string' ? { description } : {};
    return [{ type: 'function' as const, function: { name, ...about, parameters: inputSchema ?? { type: 'object' } } }];
  });
  if (offered.length === 0) return {};
  const mode = isObject(toolChoice) ? toolChoice['mode'] : undefined;
  return {
    tools: offered,
    ...(mode === 'auto' || mode === 'required' || mode === 'none' ? { tool_choice: mode } : {}),
  };
}

/** One message; results of tools have messages of their own over there, in front of what else the message says. */
function chatMessages(message: unknown): ChatMessage[] {
  if (!isObject(message)) return [];
  const { role, content } = message;
  const blocks = (Array.isArray(content) ? (content as unknown[]) : [content]).filter(isObject);
  const results = blocks.filter(({ type }) => type === 'tool_result').map(toolMessage);
  const uses = blocks.filter(({ type }) => type === 'tool_use').map(toolCall);
  const parts = blocks.filter(({ type }) => type !== 'tool_result' && type !== 'tool_use').map(chatPart);
  if (role === 'assistant') {
    if (parts.length === 0 && uses.length === 0) return results;
    const said = parts.length === 0 ? null : plain(parts);
    return [...results, { role, content: said, ...(uses.length > 0 ? { tool_calls: uses } : {}) }];
  }
  return parts.length === 0 ? results : [...results, { role: 'user', content: plain(parts) }];
}

/** A lone text goes as a string, which every endpoint takes. */
function plain(parts: readonly ChatPart[]): string | readonly ChatPart[] {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts;
}

function chatPart(block: JsonObject): ChatPart {
  const { type, text, data, mimeType } = block;
  const mime = typeof mimeType === 'string' ? mimeType : '';
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if (type === 'image' && typeof data === 'string')
    return { type: 'image_url', image_url: { url: `data:${mime};base64,${data}` } };
  if (type === 'audio' && typeof data === 'string')
    return { type: 'input_audio', input_audio: { data, format: audioFormat(mime) } };
  return { type: 'text', text: JSON.stringify(block) };
}

/** `wav` and `mp3` are the formats that interface names; others go by their subtype. */
function audioFormat(mimeType: string): string {
  const subtype = (mimeType.split(';', 1)[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/^audio\//, '');
  if (subtype === 'mpeg' || subtype === 'mpeg3') return 'mp3';
  return subtype.replace(/^(?:x-|vnd\.)/, '').replace(/^wave$/, 'wav');
}

function toolCall({ id, name, input }: JsonObject): ChatToolCall {
  return {
    id: String(id),
    type: 'function',
    function: { name: String(name), arguments: JSON.stringify(input ?? {}) },
  };
}

function toolMessage({ toolUseId, content, structuredContent, isError }: JsonObject): ChatMessage {
  const blocks = (Array.isArray(content) ? (content as unknown[]) : [content]).filter(isObject);
  const said = blocks.map((block) =>
    block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block),
  );
  const text = said.length > 0 || structuredContent === undefined ? said.join('\n') : JSON.stringify(structuredContent);
  return { role: 'tool', tool_call_id: String(toolUseId), content: isError === true ? `Error: ${text}` : text };
}
