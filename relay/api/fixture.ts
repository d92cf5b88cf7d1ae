/** What a test does with recordings: make one, run one again, serve one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { HeldRecording as Recorded } from '#shared/recording';
import { mockServer, type MockServer, type MockServerOptions } from './mock-server.ts';
import { recordServer } from './record-server.ts';
import { rerunAgainst } from './rerun-against.ts';
import type { RecordOptions, RerunAgainOptions, ServerTarget } from './server-words.ts';

export interface Lifeline {
  /** Connect to a server, read its lists (with `exercise` use them), close in order. Rejects when no session came about. */
  record(server: ServerTarget, options?: RecordOptions): Promise<Recorded>;
  /**
   * Send the client's side of a recording to a live server. `toMatchRecording` with the same file knows what was replaced or
   * left out. Rejects when no session came about, when the run ended early, and for want of `yes` or `readOnly`.
   */
  rerun(file: string, server: ServerTarget, options?: RerunAgainOptions): Promise<Recorded>;
  /** The server of a recording for a client under test; closed after the test. */
  mock(source: string | Recorded, options?: MockServerOptions): Promise<MockServer>;
}

export class LifelineFixture implements Lifeline {
  readonly #test: string;
  readonly #folder: string;
  readonly #scratch = mkdtempSync(join(tmpdir(), 'mcp-lifeline-'));
  readonly #open: MockServer[] = [];
  readonly #ending = new AbortController();
  #count = 0;

  constructor(test: string, file: string) {
    this.#test = test;
    this.#folder = dirname(file);
  }

  async record(server: ServerTarget, options: RecordOptions = {}): Promise<Recorded> {
    const { answers } = options;
    const given = answers === undefined ? options : { ...options, answers: resolve(this.#folder, answers) };
    return recordServer(this.#placed(server), given, this.#run());
  }

  async rerun(file: string, server: ServerTarget, options: RerunAgainOptions = {}): Promise<Recorded> {
    return rerunAgainst(resolve(this.#folder, file), this.#placed(server), options, this.#run());
  }

  async mock(source: string | Recorded, options: MockServerOptions = {}): Promise<MockServer> {
    const mock = await mockServer(typeof source === 'string' ? resolve(this.#folder, source) : source, options);
    this.#open.push(mock);
    return mock;
  }

  /** Close everything: sessions that go on end, and what was written for them is deleted. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#open.map((mock) => mock.close()));
    rmSync(this.#scratch, { recursive: true, force: true });
  }

  #run(): { readonly out: string; readonly test: string; readonly signal: AbortSignal } {
    return { out: join(this.#scratch, `${++this.#count}.mcprec`), test: this.#test, signal: this.#ending.signal };
  }

  #placed(server: ServerTarget): ServerTarget {
    if (typeof server === 'string' || !('command' in server) || server.cwd === undefined) return server;
    return { ...server, cwd: resolve(this.#folder, server.cwd) };
  }
}
