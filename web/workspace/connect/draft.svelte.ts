/** The connect form as text fields, exactly as typed, and the server they describe. */
import type { AuthorizationSettings } from '#shared/authorization';
import { defined, isUrl } from '#shared/base';
import { DEFAULT_POLICY, type Policy } from '#shared/driver';
import { parsedObject } from '#shared/jsonrpc';
import { isSameOrigin } from '#shared/recording';
import type { NetworkSettings } from '#shared/relay-protocol';
import type { SavedServer } from '../../session/servers.svelte.ts';
import { joinCommandLine, splitCommandLine } from './command-line.ts';
import { parseEnvironment, parseHeaders } from './lines.ts';
import { parseSeconds } from '../../base/seconds.ts';

/** What identifies a person at a server, and the address it was given for; undefined as long as there was none. */
interface Credentials {
  readonly url: string | undefined;
  /** A `Name: value` a line. */
  readonly headers: string;
  readonly authorization: AuthorizationSettings;
  readonly certificates: Omit<NetworkSettings, 'proxy' | 'noProxy'>;
}

const NONE: Credentials = { url: undefined, headers: '', authorization: {}, certificates: {} };

const NEW: SavedServer = {
  name: '',
  spec: { transport: 'stdio', command: '', args: [], env: {} },
  route: 'relay',
  policy: DEFAULT_POLICY,
};

/** The text to edit an object as. */
export const showObject = (value: { readonly [name: string]: unknown }): string => JSON.stringify(value, undefined, 2);

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && isUrl(text);

export class ConnectDraft {
  /** The name of the saved server that is edited; undefined for a new one. */
  editing: string | undefined = $state();
  #listedAs: string | undefined;
  transport: 'stdio' | 'streamable-http' = $state('stdio');
  command = $state('');
  env = $state('');
  cwd = $state('');
  envFile = $state('');
  url = $state('');
  #given: Credentials = $state.raw(NONE);
  #proxy: Pick<NetworkSettings, 'proxy' | 'noProxy'> = $state.raw({});
  route: 'direct' | 'relay' = $state('relay');
  name = $state('');
  /** All of the policy but what stands in the texts below. */
  policy: Policy = $state.raw(DEFAULT_POLICY);
  /** JSON text of the capabilities to declare; undefined means what the revision offers. */
  capabilities: string | undefined = $state();
  /** JSON text of the members of `_meta` that go out with every request; empty for none. */
  meta = $state('');
  /** Time limits as they are being typed, in seconds. */
  limits: { readonly [limit in 'idle' | 'total' | 'probe']?: string } = $state.raw({});

  readonly words = $derived(splitCommandLine(this.command));
  readonly parsedEnv = $derived(parseEnvironment(this.env));
  readonly validUrl = $derived(isHttpUrl(this.url.trim()));
  /** Address of the other server whose credentials are set aside: they are not sent to this one. */
  readonly aside = $derived.by(() => {
    const { url, headers, authorization, certificates } = this.#given;
    if (url === undefined || !this.validUrl || isSameOrigin(url, this.url.trim())) return undefined;
    return headers.trim() === '' && Object.keys({ ...authorization, ...certificates }).length === 0 ? undefined : url;
  });
  readonly #credentials = $derived(this.aside === undefined ? this.#given : NONE);
  readonly parsedHeaders = $derived(parseHeaders(this.headers));
  /** The address with the scheme that it lacks: plain HTTP where it is at this computer, else HTTPS first. */
  readonly withScheme = $derived(schemesFor(this.url.trim()));
  readonly validProxy = $derived(isHttpUrl(this.network.proxy ?? ''));
  readonly parsedCapabilities = $derived(this.capabilities === undefined ? {} : parsedObject(this.capabilities));
  readonly badLimit = $derived(Object.values(this.limits).some((text) => parseSeconds(text) === undefined));
  readonly parsedMeta = $derived(this.meta.trim() === '' ? {} : parsedObject(this.meta));
  readonly complete = $derived(
    (this.transport === 'stdio'
      ? this.words.length > 0
      : this.validUrl && (this.route === 'direct' || this.network.proxy === undefined || this.validProxy)) &&
      this.parsedCapabilities !== undefined &&
      this.parsedMeta !== undefined &&
      !this.badLimit,
  );

  get headers(): string {
    return this.#credentials.headers;
  }
  set headers(headers: string) {
    this.#bind({ headers });
  }
  get authorization(): AuthorizationSettings {
    return this.#credentials.authorization;
  }
  set authorization(authorization: AuthorizationSettings) {
    this.#bind({ authorization });
  }
  /** Of connections through the relay. */
  get network(): NetworkSettings {
    return { ...this.#proxy, ...this.#credentials.certificates };
  }
  set network({ proxy, noProxy, ...certificates }: NetworkSettings) {
    this.#proxy = defined({ proxy, noProxy });
    this.#bind({ certificates });
  }

  /** Bind the credentials in sight, with these, to the address as it stands. */
  #bind(some: Partial<Credentials>): void {
    const url = this.validUrl ? this.url.trim() : this.#credentials.url;
    this.#given = { ...this.#credentials, ...some, url };
  }
  /** The address is typed: what was given before it is for it. */
  settle(): void {
    if (this.aside === undefined) this.#bind({});
  }
  /** Send what was set aside to this server, too. */
  takeAlong(): void {
    this.#bind(this.#given);
  }

  /** The policy this form describes. Only meaningful while `complete`. */
  get wholePolicy(): Policy {
    const { capabilities: _capabilities, meta: _meta, ...rest } = this.policy;
    return {
      ...rest,
      ...(this.capabilities === undefined ? {} : { capabilities: this.parsedCapabilities ?? {} }),
      ...(this.meta.trim() === '' ? {} : { meta: this.parsedMeta ?? {} }),
    };
  }

  /** The server this form describes. Only meaningful while `complete`. */
  get server(): SavedServer {
    const [command = '', ...args] = this.words;
    const name = this.name.trim() || this.suggestedName;
    const kept = { name, policy: this.wholePolicy, ...defined({ listedAs: this.#listedAs }) };
    if (this.transport === 'stdio') {
      const places = defined({ cwd: this.cwd.trim() || undefined, envFile: this.envFile.trim() || undefined });
      const spec = { transport: 'stdio', command, args, env: this.parsedEnv.env, ...places } as const;
      return { ...kept, route: 'relay', spec };
    }
    return {
      ...kept,
      route: this.route,
      spec: {
        transport: 'streamable-http',
        url: this.url.trim(),
        headers: this.parsedHeaders.headers,
        ...(Object.keys(this.authorization).length === 0 ? {} : { authorization: this.authorization }),
        ...(Object.keys(this.network).length === 0 ? {} : { network: this.network }),
      },
    };
  }

  /** A short name: the package or script of a command, the host of an address. */
  get suggestedName(): string {
    if (this.transport === 'streamable-http') return isUrl(this.url.trim()) ? new URL(this.url.trim()).host : 'http';
    const telling = this.words.slice(1).find((word) => !word.startsWith('-')) ?? this.words[0] ?? 'stdio';
    return (
      telling
        .replace(/[\\/](?:dist|build|src|index\.[cm]?[jt]s|main\.py)(?=[\\/]|$)/g, '')
        .split(/[\\/]/)
        .pop() || telling
    );
  }

  clear(): void {
    this.fill(NEW);
    this.command = '';
  }

  /** Edit a saved server, with what is proposed in its place. */
  edit(saved: SavedServer, proposed = saved): void {
    this.fill(proposed, saved.spec);
    this.editing = saved.name;
    this.#listedAs = saved.listedAs;
  }

  /** Fill the form from a known server, whose credentials are for `owner`: its own address, unless another is proposed. */
  fill({ name, spec, route, policy }: SavedServer, owner: SavedServer['spec'] = spec): void {
    this.editing = undefined;
    this.#listedAs = undefined;
    this.transport = spec.transport;
    this.name = name;
    this.policy = policy;
    this.capabilities = policy.capabilities && showObject(policy.capabilities);
    this.meta = policy.meta ? showObject(policy.meta) : '';
    this.limits = {};
    this.route = route;
    const stdio = spec.transport === 'stdio' ? spec : undefined;
    const http = spec.transport === 'stdio' ? undefined : spec;
    this.command = stdio ? joinCommandLine([stdio.command, ...stdio.args]) : '';
    this.env = Object.entries(stdio?.env ?? {})
      .map(([key, value]) => `${key}=${value}`)
      .join('\n');
    this.cwd = stdio?.cwd ?? '';
    this.envFile = stdio?.envFile ?? '';
    this.url = http?.url ?? '';
    this.#given = NONE;
    this.network = http?.network ?? {};
    this.#given = {
      url: owner.transport === 'stdio' ? undefined : owner.url,
      headers: (http?.headers ?? []).map(([key, value]) => `${key}: ${value}`).join('\n'),
      authorization: http?.authorization ?? {},
      certificates: this.#given.certificates,
    };
  }
}

function schemesFor(text: string): readonly string[] {
  if (!/^[\w.[\]-]+(?::\d+)?(?:[/?#]|$)/.test(text) || !isUrl(`http://${text}`)) return [];
  const { hostname } = new URL(`http://${text}`);
  const [plain, secure] = [`http://${text}`, `https://${text}`];
  if (/^(?:localhost|127\.[\d.]+|\[::1\]|.*\.local)$/.test(hostname)) return [plain];
  return hostname.includes('.') || hostname.startsWith('[') ? [secure, plain] : [plain];
}

export const draft = new ConnectDraft();
