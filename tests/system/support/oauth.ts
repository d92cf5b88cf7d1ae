/** Sessions with the server that asks for authorization, and what its authorization server saw. */
import { onTestFinished } from 'vitest';
import { followRedirects, type AuthorizationSettings } from '#shared/authorization';
import type { WireEvent } from '#shared/recording';
import type { HttpSpec } from '#shared/relay-protocol';
import { stepFetchBy } from '../../../relay/authorization/index.ts';
import { startOAuth, type RunningServer } from '../../fixtures/start.ts';
import { eventually } from '../../relay/support/page.ts';
import type { Session } from './session.ts';

export interface OAuthStep {
  readonly step: string;
  readonly [name: string]: unknown;
}

interface LoggedRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export class OAuthFixture {
  readonly server: RunningServer;
  readonly origin: string;

  private constructor(server: RunningServer) {
    this.server = server;
    this.origin = new URL(server.url).origin;
  }

  /** Start it; it ends with the test. */
  static async start(switches: { readonly [name: string]: string } = {}): Promise<OAuthFixture> {
    const server = await startOAuth(switches);
    onTestFinished(() => server.close());
    return new OAuthFixture(server);
  }

  get url(): string {
    return this.server.url;
  }

  async steps(): Promise<OAuthStep[]> {
    const text = await (await fetch(`${this.origin}/_steps`)).text();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as OAuthStep);
  }
  /** Names of the steps, in order. */
  async names(): Promise<string[]> {
    return (await this.steps()).map(({ step }) => step);
  }
  /** Every secret that was sent to either server: codes, verifiers, tokens, client secrets, and their encoded forms. */
  async secrets(): Promise<Set<string>> {
    const log = (await (await fetch(`${this.origin}/_log`)).json()) as LoggedRequest[];
    const found = new Set<string>();
    for (const { headers, url, body } of log) {
      const credentials = headers['authorization']?.replace(/^\w+ /, '');
      if (credentials !== undefined) found.add(credentials);
      if (url !== '/token') continue;
      for (const name of ['code', 'code_verifier', 'refresh_token', 'client_secret'])
        for (const value of new URLSearchParams(body).getAll(name)) found.add(value);
    }
    return found;
  }
  async forget(): Promise<void> {
    await fetch(`${this.origin}/_steps`, { method: 'DELETE' });
  }
  async revoke(): Promise<void> {
    await fetch(`${this.origin}/_revoke`, { method: 'POST' });
  }
  async set(switches: { readonly [name: string]: string }): Promise<void> {
    await fetch(`${this.origin}/_switch`, { method: 'POST', body: JSON.stringify(switches) });
  }
}

export type Settings = AuthorizationSettings;

/** A connection to a server that asks for authorization. */
export const protectedBy = (url: string, authorization: Settings = {}): HttpSpec => ({
  transport: 'streamable-http',
  url,
  headers: [],
  authorization,
});

/** The turns of authorization so far: reason and detail. */
export function turnsOf(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) =>
    event.k === 'connection' && event.event === 'authorization' ? [[event.reason, event.detail].join(' ').trim()] : [],
  );
}

/** The steps of authorization that were recorded: what for, method and path, and the status. */
export function exchangesOf(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.k !== 'http' || event.step === undefined || event.phase !== 'request') return [];
    const response = events.find((each) => each.k === 'http' && each.x === event.x && each.phase === 'response');
    const status = response?.k === 'http' ? String(response.status) : 'none';
    return [`${event.step} ${event.method ?? ''} ${new URL(event.url ?? '').pathname} ${status}`];
  });
}

/** The address at which the session asks for consent, the `count`th time. */
export function consentAddress(session: Session, count = 1): Promise<string> {
  return eventually(() => {
    const asked = session.events.filter(
      (event) => event.k === 'connection' && event.event === 'authorization' && event.reason === 'redirect',
    )[count - 1];
    return asked?.k === 'connection' ? asked.detail : undefined;
  });
}

/** Let the server consent by itself, and bring its answer back as a page does. */
export async function consent(session: Session, count = 1): Promise<string> {
  const address = await consentAddress(session, count);
  const redirectUri = new URL(address).searchParams.get('redirect_uri') ?? '';
  const callback = await followRedirects(address, redirectUri, stepFetchBy());
  if (callback === undefined) throw new Error('the server did not consent');
  session.page.send({ type: 'authorized', session: session.id, callback });
  return callback;
}

/** Resolves when the session has listed the server's tools. */
export function listed(session: Session): Promise<true> {
  return eventually(() => session.log.state.lists.tools.items.length > 0 || undefined) as Promise<true>;
}
