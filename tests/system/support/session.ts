/** A session of these tests: a real server, reached through a relay in this process and its socket. */
import type { Policy } from '#shared/driver';
import type { WireEvent } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { SessionLog } from '#shared/session';
import type { RelayOptions } from '../../../relay/server/index.ts';
import { STDIO_MISBEHAVE } from '../../fixtures/start.ts';
import { eventually, HANDSHAKE, Page } from '../../relay/support/page.ts';
import { testRelay } from '../../relay/support/relay.ts';
import { storyOf } from './story.ts';

/** The fixture server over stdio in one of its modes. */
export const stdio = (mode = '', env: { readonly [name: string]: string } = {}): ConnectSpec => ({
  transport: 'stdio',
  command: process.execPath,
  args: [STDIO_MISBEHAVE, mode],
  env,
});

export const http = (url: string): ConnectSpec => ({ transport: 'streamable-http', url, headers: [] });

export interface SessionOptions {
  readonly policy?: Partial<Policy>;
  readonly times?: RelayOptions['stdioTimes'];
}

/** Long enough that a busy machine never makes a server that ends look like one that does not. */
const PATIENT = { stdin: 20_000, term: 20_000, quiet: 1000 };

/** Events folded as every view folds them. */
export function fold(events: readonly WireEvent[]): SessionLog {
  const log = new SessionLog();
  for (const event of events) log.append(event);
  return log;
}

export class Session {
  readonly relay: Awaited<ReturnType<typeof testRelay>>;
  readonly page: Page;
  readonly id: string;
  #policy: Policy;

  private constructor(relay: Session['relay'], page: Page, id: string, policy: Policy) {
    this.relay = relay;
    this.page = page;
    this.id = id;
    this.#policy = policy;
  }

  /** Open a session to `spec` and watch it. */
  static async open(spec: ConnectSpec, { policy, times = PATIENT }: SessionOptions = {}): Promise<Session> {
    const relay = await testRelay({ stdioTimes: times });
    const page = await Page.connect(relay);
    const all = { ...HANDSHAKE, ...policy };
    return new Session(relay, page, await page.open(spec, all), all);
  }

  get events(): readonly WireEvent[] {
    return this.page.of(this.id);
  }
  get log(): SessionLog {
    return fold(this.events);
  }
  get story(): string[] {
    return storyOf(this.events);
  }
  /** Everything the server wrote to standard error so far. */
  get errors(): string {
    return this.events.map((event) => (event.k === 'stderr' ? (event.text ?? '') : '')).join('');
  }

  send(text: string): void {
    this.page.send({ type: 'send', session: this.id, text });
  }

  /** Change the policy from here on. */
  setPolicy(policy: Partial<Policy>): void {
    this.#policy = { ...this.#policy, ...policy };
    this.page.send({ type: 'policy', session: this.id, policy: this.#policy });
  }

  /** Resolves when so many lines of the story have come. */
  async reaches(count: number): Promise<void> {
    await eventually(() => this.story.length >= count);
  }

  /** End the session unless it has ended, and wait until it has. */
  async end(): Promise<void> {
    this.page.send({ type: 'close', session: this.id });
    await this.page.closed(this.id);
  }
}
