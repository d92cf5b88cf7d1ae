/** The HTTP exchanges of authorization: the library's `fetch`, recorded with secrets masked before they leave this file. */
import { errorText, isUrl } from '#shared/base';
import type { AuthorizationStep, EventBody, HeaderPairs, Via } from '#shared/recording';
import type { Emit } from '#shared/transport';
import { Failure, unreachedCode } from './failure.ts';
import type { Library } from './library.ts';
import type { Masker } from './mask.ts';
import { OutOfReach } from './networks.ts';
import type { AuthorizationSettings } from './settings.ts';

export interface StepRequest {
  readonly method: string;
  readonly headers: HeaderPairs;
  readonly body?: string;
  /** URL of the MCP server that sent us: its own network and wider ones are allowed. Absent: a person allowed any. */
  readonly server?: string;
}
export interface StepResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly text: string;
  /** Why the certificate of who answered is not accepted; a person had it taken all the same. */
  readonly unverified?: string;
}
/** Performs one request, no redirects. Rejects without a timely response; `OutOfReach` where `server` can't send us. */
export interface StepFetch {
  (url: string, request: StepRequest): Promise<StepResponse>;
  /** The proxy by which a request to this address goes. */
  readonly via?: (url: string) => Via;
}

export interface Tools {
  readonly settings: AuthorizationSettings;
  readonly lib: Library;
  readonly exchanges: Exchanges;
  readonly masker: Masker;
}

interface Init {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}
export type LibraryFetch = (url: string | URL, init?: Init) => Promise<Response>;

const MAX_BODY_CHARS = 256 * 1024;
/** A `Response` with one of these has no body (Fetch standard). */
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

export class Exchanges {
  readonly #fetch: StepFetch;
  readonly #masker: Masker;
  readonly #anyAddress: boolean;
  /** Origins of addresses that a person typed, which are theirs to choose. */
  readonly #typed: ReadonlySet<string>;
  #emit: Emit = () => undefined;
  #server: string | undefined;
  #count: number;
  /** Statuses of the answers since `begin`. */
  answers: number[] = [];
  /** The last answer since `begin` is a page for people (HTML). */
  answeredPage = false;
  #lost: { readonly error: unknown } | undefined;

  /** `first`: the first exchange's number; `anyAddress`: a person allows all addresses; `typed`: those they typed. */
  constructor(fetch: StepFetch, masker: Masker, first: number, anyAddress = false, typed: readonly string[] = []) {
    this.#anyAddress = anyAddress;
    this.#typed = new Set(typed.filter((url) => isUrl(url)).map((url) => new URL(url).origin));
    this.#fetch = fetch;
    this.#masker = masker;
    this.#count = first - 1;
  }

  /** Report to `emit` from here on what is done for the MCP server at `server`. */
  reportTo(emit: Emit, server: string): void {
    this.#emit = emit;
    this.#server = server;
  }

  /** Report something that is no exchange, between those that are. */
  tell(bodies: readonly EventBody[]): void {
    this.#emit(bodies);
  }

  /** Why the step failed, when that lies in reaching its address: nothing answered since `begin`, or it may not be reached. */
  get lost(): Failure | undefined {
    if (this.#lost?.error instanceof OutOfReach) return new Failure('out-of-reach', errorText(this.#lost.error));
    return this.#lost && this.answers.length === 0
      ? new Failure(unreachedCode(this.#lost.error), errorText(this.#lost.error))
      : undefined;
  }

  begin(step: AuthorizationStep): LibraryFetch {
    this.answers = [];
    this.answeredPage = false;
    this.#lost = undefined;
    return async (url, init = {}) => {
      const { status, headers, text } = await this.perform(step, String(url), {
        method: (init.method ?? 'GET').toUpperCase(),
        headers: pairsOf(init.headers),
        ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
      });
      const pairs = headers.map(([name, value]): [string, string] => [name, value]);
      return new Response(WITHOUT_BODY.has(status) ? null : text, { status, headers: pairs });
    };
  }

  /** Make and record one exchange of a step. Rejects as the platform's `fetch` does. */
  async perform(step: AuthorizationStep, url: string, request: StepRequest): Promise<StepResponse> {
    const x = `a${++this.#count}`;
    const { method, headers, body } = request;
    const masker = this.#masker;
    const via = this.#fetch.via?.(url);
    this.#emit([
      { k: 'http', x, step, phase: 'request', method, url: masker.url(url), headers: masker.headers(headers), ...via },
      ...this.#body(x, 'c2s', body ?? '', false),
    ]);
    try {
      const free = this.#anyAddress || this.#typed.has(new URL(url).origin);
      const server = free || this.#server === undefined ? {} : { server: this.#server };
      const response = await this.#fetch(url, { ...request, ...server });
      const { status, text, unverified } = response;
      const accepted = unverified === undefined ? {} : { unverified };
      this.answers.push(status);
      this.answeredPage = response.headers.some(
        ([name, value]) => name.toLowerCase() === 'content-type' && /^text\/html\b/i.test(value),
      );
      // The body first: what it grants is then hidden in the headers too.
      const bodies = this.#body(x, 's2c', text, step === 'token' && status < 300);
      this.#emit([
        { k: 'http', x, step, phase: 'response', status, headers: masker.headers(response.headers), ...accepted },
        ...bodies,
        { k: 'http', x, step, phase: 'end', by: 'server' },
      ]);
      return response;
    } catch (error) {
      this.#lost = { error };
      const by = error instanceof OutOfReach ? 'client' : 'network';
      this.#emit([{ k: 'http', x, step, phase: 'end', by, error: masker.text(errorText(error)) }]);
      throw error;
    }
  }

  #body(x: string, dir: 'c2s' | 's2c', text: string, grants: boolean): EventBody[] {
    if (text === '') return [];
    const masked = this.#masker.body(text, grants);
    const body: EventBody = { k: 'body', x, dir, raw: masked.slice(0, MAX_BODY_CHARS) };
    if (masked.length <= MAX_BODY_CHARS) return [body];
    return [body, { k: 'gap', bytes: masked.length - MAX_BODY_CHARS, why: 'the rest of the body is not recorded' }];
  }
}

/** Headers as the library gives them: a `Headers` object or a plain one. */
function pairsOf(headers: unknown): HeaderPairs {
  if (typeof headers !== 'object' || headers === null) return [];
  const pairs: [string, string][] = [];
  const { forEach } = headers as { readonly forEach?: unknown };
  if (typeof forEach === 'function')
    (headers as { forEach(each: (value: string, name: string) => void): void }).forEach((value, name) =>
      pairs.push([name, value]),
    );
  else for (const [name, value] of Object.entries(headers)) pairs.push([name, String(value)]);
  return pairs;
}
