/** Asks a language model behind an OpenAI-compatible endpoint, over any `fetch`. */
import { errorText, isUrl } from '#shared/base';
import type { AskModel, ModelEndpoint } from '#shared/driver';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { chatRequest, type ChatRequest } from './chat-request.ts';
import { samplingResult } from './sampling-result.ts';

interface ModelInit {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string;
  readonly signal: AbortSignal;
  /** Names of the headers that are for this address alone. */
  readonly personal: readonly string[];
}
interface ModelResponse {
  readonly status: number;
  /** It is a redirect that was not followed; `detail` is where it leads. */
  readonly problem?: { readonly detail?: string };
  readonly body: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> };
  } | null;
}
/** What is needed of `fetch`: rejects when nothing answers; any status is an answer. */
export type ModelFetch = (url: string, init: ModelInit) => Promise<ModelResponse>;

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 300_000;
/** Of an unexpected answer, quoted in the sentence about it. */
const MAX_EVIDENCE_CHARS = 300;

/** An `AskModel` over this `fetch`. It rejects with a sentence that holds no key. */
export function modelAsker(fetch: ModelFetch): AskModel {
  return async (endpoint, params) => {
    const url = completionsUrl(endpoint.url);
    if (url === undefined) throw new Error(`The model endpoint is not an http or https address: ${endpoint.url}`);
    const request = chatRequest(params, endpoint.model);
    let answer = await post(fetch, url, endpoint, request);
    // Newer models of the interface's inventor take the limit under another name only, and say so.
    if (answer.status === 400 && request.max_tokens !== undefined && answer.text.includes('max_completion_tokens')) {
      const { max_tokens, ...rest } = request;
      answer = await post(fetch, url, endpoint, { ...rest, max_completion_tokens: max_tokens });
    }
    const value = parsedJson(answer.text);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(hideKey(refusal(answer.status, value, answer.text), endpoint));
    if (value === undefined)
      throw new Error(hideKey(`The model endpoint did not answer with JSON: ${evidence(answer.text)}`, endpoint));
    const result = samplingResult(value, endpoint.model);
    if (!result.ok) throw new Error(result.problem);
    return result.json;
  };
}

/** The address to post to: people give the base (`…/v1`) or the whole of it. */
function completionsUrl(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !isUrl(url)) return undefined;
  const base = url.replace(/\/+$/, '');
  return base.endsWith('/chat/completions') ? base : `${base}/chat/completions`;
}

async function post(
  fetch: ModelFetch,
  url: string,
  endpoint: ModelEndpoint,
  request: ChatRequest | object,
): Promise<{ readonly status: number; readonly text: string }> {
  const { apiKey } = endpoint;
  const key: [string, string][] = apiKey === undefined || apiKey === '' ? [] : [['Authorization', `Bearer ${apiKey}`]];
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: [['Content-Type', 'application/json'], ['Accept', 'application/json'], ...key],
      body: JSON.stringify(request),
      signal: abort.signal,
      personal: key.map(([name]) => name),
    });
    const { status, problem } = response;
    if (!problem) return { status, text: await readText(response, abort) };
    abort.abort();
    const target = problem.detail === undefined ? 'another address' : problem.detail;
    throw new Error(`it redirects to ${target}. If you trust that address, give it as the endpoint`);
  } catch (error) {
    const detail = errorText(error);
    throw new Error(hideKey(`The model endpoint ${url} cannot be reached: ${detail}`, endpoint), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readText(response: ModelResponse, abort: AbortController): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value?.length ?? 0;
    if (bytes > MAX_ANSWER_BYTES) {
      abort.abort();
      throw new Error(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

const evidence = (text: string): string =>
  text.length > MAX_EVIDENCE_CHARS ? `${text.slice(0, MAX_EVIDENCE_CHARS)}…` : text;

/** The endpoint's own words where it gives them in the usual place. */
function refusal(status: number, value: unknown, text: string): string {
  const error = isObject(value) ? value['error'] : undefined;
  const message = isObject(error) ? error['message'] : typeof error === 'string' ? error : undefined;
  return `The model endpoint answered ${status}: ${typeof message === 'string' ? message : evidence(text)}`;
}

/** Some endpoints repeat the key that they do not accept. */
function hideKey(sentence: string, { apiKey }: ModelEndpoint): string {
  return apiKey === undefined || apiKey === '' ? sentence : sentence.replaceAll(apiKey, '…');
}
