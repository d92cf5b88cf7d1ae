/** An authorizer against servers made of a table, for the rules of which address is asked when. */
import {
  Grants,
  type AuthorizationSettings,
  HttpAuthorizer,
  type KeptGrants,
  type StepRequest,
  type StepResponse,
} from '#shared/authorization';
import type { EventBody, HeaderPairs } from '#shared/recording';
import type { Fetch } from '#shared/transport';

export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: HeaderPairs;
}
/** Answers by `METHOD address`; a list is used up from its beginning, its last one stays. What is not there is 404. */
export type Table = { readonly [request: string]: Answer | readonly Answer[] };

export interface Made {
  readonly request: string;
  readonly headers: HeaderPairs;
  readonly body: string;
}

export const SERVER = 'https://mcp.example/api/mcp';
export const AS = 'https://as.example';
export const RESOURCE = 'GET https://mcp.example/.well-known/oauth-protected-resource/api/mcp';
export const METADATA = `GET ${AS}/.well-known/oauth-authorization-server`;
export const REGISTER = `POST ${AS}/register`;
export const TOKEN = `POST ${AS}/token`;
const REDIRECT = 'http://localhost:6280/authorized';

export const resource = (more: object = {}): Answer => ({
  json: { resource: SERVER, authorization_servers: [AS], ...more },
});
export const metadata = (more: object = {}, issuer = AS): Answer => ({
  json: {
    issuer,
    authorization_endpoint: `${AS}/authorize`,
    token_endpoint: `${AS}/token`,
    registration_endpoint: `${AS}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...more,
  },
});
export const registered: Answer = {
  status: 201,
  json: { client_id: 'registered', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
};
export const tokens = (more: object = {}): Answer => ({
  json: { access_token: 'access-token-one', token_type: 'Bearer', ...more },
});
/** A server and an authorization server that do everything right. */
export const GOOD: Table = {
  [RESOURCE]: resource(),
  [METADATA]: metadata(),
  [REGISTER]: registered,
  [TOKEN]: tokens(),
};

export interface ScriptOptions {
  readonly settings?: AuthorizationSettings;
  readonly headers?: HeaderPairs;
  readonly grants?: Grants;
  readonly kept?: KeptGrants;
  readonly inBrowser?: boolean;
  /** The query of the answer to a consent; by default a code. */
  readonly answer?: (asked: URL) => string | undefined;
  /** Addresses (`METHOD address`) at which nothing answers. */
  readonly dead?: readonly string[];
}

export class Script {
  readonly made: Made[] = [];
  readonly events: EventBody[] = [];
  readonly asked: URL[] = [];
  readonly authorizer: HttpAuthorizer;
  readonly #table: Map<string, readonly Answer[]>;
  readonly #dead: readonly string[];

  constructor(table: Table, options: ScriptOptions = {}) {
    this.#table = new Map(
      Object.entries(table).map(([request, answer]) => [request, Array.isArray(answer) ? answer : [answer as Answer]]),
    );
    this.#dead = options.dead ?? [];
    this.authorizer = new HttpAuthorizer({
      settings: options.settings ?? {},
      headers: options.headers ?? [],
      fetch: (url, request) => this.#fetch(url, request),
      redirectUri: REDIRECT,
      redirect: (url) => {
        const asked = new URL(url);
        this.asked.push(asked);
        const query = options.answer ? options.answer(asked) : `code=the-code-one&state=${stateOf(asked)}`;
        return Promise.resolve(query === undefined ? undefined : `${REDIRECT}?${query}`);
      },
      grants: options.grants ?? new Grants(),
      clientName: 'Test',
      ...(options.kept ? { kept: options.kept } : {}),
      ...(options.inBrowser ? { inBrowser: true } : {}),
    });
  }

  /** Requests made so far, as `METHOD address`. */
  get requests(): string[] {
    return this.made.map(({ request }) => request);
  }
  /** Turns so far: reason and detail. */
  get turns(): string[] {
    return this.events.flatMap((event) =>
      event.k === 'connection' ? [[event.reason, event.detail].filter(Boolean).join(' ')] : [],
    );
  }
  get failure(): string {
    return this.turns.find((turn) => turn.startsWith('failed'))?.slice('failed '.length) ?? '';
  }
  /** The form that was posted in the last request to the token endpoint. */
  get form(): URLSearchParams {
    return new URLSearchParams(this.made.findLast(({ request }) => request.endsWith('/token'))?.body ?? '');
  }

  /** The server refuses an exchange. */
  refused(status = 401, challenge: string | undefined = 'Bearer', url = SERVER): Promise<boolean> {
    const headers: HeaderPairs = challenge === undefined ? [] : [['WWW-Authenticate', challenge]];
    return this.authorizer.authorize({ url, status, headers }, (bodies) => this.events.push(...bodies));
  }

  /** An exchange of the transport with the credentials of now (or these headers), answered with a status when `when` says. */
  async exchange(status: number, headers?: [string, string][], when: Promise<void> = Promise.resolve()): Promise<void> {
    const answer = { status, headers: new Headers(), body: null };
    const fetch: Fetch = () => when.then(() => answer);
    const own = this.authorizer.credentials().map(({ name, value }): [string, string] => [name, value]);
    const { signal } = new AbortController();
    await this.authorizer.watch(fetch)(SERVER, { method: 'POST', headers: headers ?? own, signal });
  }

  #fetch(url: string, { method, headers, body = '' }: StepRequest): Promise<StepResponse> {
    const request = `${method} ${url}`;
    this.made.push({ request, headers, body });
    if (this.#dead.includes(request)) return Promise.reject(new TypeError('ECONNREFUSED'));
    const [answer, ...rest] = this.#table.get(request) ?? [{ status: 404, text: 'not here' }];
    if (rest.length > 0) this.#table.set(request, rest);
    const { status = 200, json, text, headers: given = [] } = answer ?? {};
    return Promise.resolve({ status, headers: given, text: text ?? JSON.stringify(json) });
  }
}

export const stateOf = (asked: URL): string => asked.searchParams.get('state') ?? '';
