/**
 * The stdio transport (basic/transports#stdio): a server process with messages as lines on its standard input and
 * output. Writes the exact text it is given, reports every byte that comes back, and ends in the order of
 * basic/lifecycle#shutdown: close stdin, wait, SIGTERM, wait, SIGKILL, each step an event.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { asUtf8, fromBase64, payloadOf, type EventBody, type ProcessBody } from '#shared/recording';
import type { StdioSpec } from '#shared/relay-protocol';
import type { CloseOptions, Emit, OpenOptions, SendOptions, Transport } from '#shared/transport';
import { serverEnvironment } from './environment.ts';
import { ErrorLines } from './error-lines.ts';
import { Flow } from './flow.ts';
import { guardServer, type Guard } from './guard.ts';
import { LineSplitter } from './line-splitter.ts';
import { outputEvents } from './output.ts';
import { groupAlive, signalGroup, within } from './process-group.ts';
import { ProcessTree } from './process-tree.ts';
import { INPUT_BOUNDS, ServerInput, type InputBounds } from './server-input.ts';
import { explainSpawnError, startCommand } from './start-command.ts';
import { endStrays, MARK } from './strays.ts';

/** Milliseconds that each step may take. */
export interface StdioTimes {
  /** From closing stdin to SIGTERM. */
  readonly stdin: number;
  /** From SIGTERM to SIGKILL. */
  readonly term: number;
  /** Quiet on the pipes, after the exit of a server whose children still hold them, that counts as their end. */
  readonly quiet: number;
  /** Written bytes wait longer than this, because the server does not read: an event reports that. */
  readonly unread: number;
}

export interface StdioOptions {
  readonly times?: Partial<StdioTimes>;
  readonly bounds?: InputBounds;
  /** Called after each report: a promise while the recorder is behind. Output isn't read until it resolves. Must not reject. */
  readonly backpressure?: () => Promise<void> | undefined;
}

const TIMES: StdioTimes = { stdin: 2000, term: 2000, quiet: 200, unread: 1000 };
/** After SIGKILL only a process stuck in the kernel stays; waiting longer is pointless. */
const AFTER_KILL_MS = 2000;

const LINE_FEED = Buffer.from('\n');

export class StdioTransport implements Transport {
  readonly #spec: StdioSpec;
  readonly #emit: Emit;
  readonly #times: StdioTimes;
  readonly #bounds: InputBounds;
  readonly #backpressure: () => Promise<void> | undefined;
  /** Inherited by everything that the server starts. */
  // A UUID, because comparisons treat those as equal, and some servers return their environment.
  readonly #mark: string = randomUUID();
  #input: ServerInput | undefined;
  #output: Flow | undefined;
  #child: ChildProcessWithoutNullStreams | undefined;
  #tree: ProcessTree | undefined;
  #exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  #lastOutput = 0;
  #reason = 'server-exited';
  #restartOnExit = (): boolean => false;
  #closing = false;
  #closed = false;
  /** A process that left the process group could not be ended. */
  #leftBehind = false;
  #guard: Guard | undefined;
  #over = (): void => {};
  readonly #ended: Promise<void>;

  constructor(spec: StdioSpec, emit: Emit, options: StdioOptions = {}) {
    this.#ended = new Promise((resolve) => (this.#over = resolve));
    this.#spec = spec;
    this.#emit = emit;
    const { times, bounds = INPUT_BOUNDS, backpressure = () => undefined } = options;
    this.#times = { ...TIMES, ...times };
    this.#bounds = bounds;
    this.#backpressure = backpressure;
  }

  open({ restartOnExit = () => false }: OpenOptions = {}): void {
    this.#restartOnExit = restartOnExit;
    this.#emit([{ k: 'connection', event: 'opening' }]);
    this.#start({ k: 'connection', event: 'open' });
  }

  /** Start a process; `started` is reported when it runs. */
  #start(started: EventBody): void {
    const { command, args, cwd, env } = this.#spec;
    let child: ChildProcessWithoutNullStreams;
    this.#guard = guardServer(this.#mark);
    try {
      child = startCommand(command, args, {
        env: { ...serverEnvironment(env), [MARK]: this.#mark },
        detached: process.platform !== 'win32',
        ...(cwd === undefined ? {} : { cwd }),
      });
    } catch (error) {
      // Arguments that no program accepts: a NUL character, an empty name.
      this.#failed(error);
      return;
    }
    if (child.pid === undefined) {
      child.once('error', (error) => this.#failed(error));
      return;
    }
    this.#child = child;
    if (process.platform === 'win32') this.#tree = new ProcessTree(child.pid);
    this.#guard.watch(child.pid);
    this.#listen(child, child.pid);
    this.#emit([{ k: 'process', event: 'spawn', pid: child.pid }, started]);
  }

  send(text: string, { by, form, b64 }: SendOptions): void {
    if (this.#closed) return;
    const input = this.#input;
    if (input?.writable === true && input.full) {
      this.#emit([{ k: 'connection', event: 'problem', reason: 'stdin-full', detail: text }]);
      return;
    }
    const bytes = b64 === undefined ? undefined : fromBase64(b64);
    const raw = asUtf8(text);
    const message: EventBody = {
      k: 'message',
      dir: 'c2s',
      ...(bytes ? payloadOf(bytes) : { raw }),
      by,
      ...(form ? { form } : {}),
    };
    const line = bytes ? Buffer.concat([bytes, LINE_FEED]) : Buffer.from(`${raw}\n`);
    if (input?.writable !== true) {
      this.#emit([message, { k: 'process', event: 'stdin-error', error: 'EPIPE', bytes: line.length }]);
      return;
    }
    // Responses to further output would wait, too.
    const held = input.write(line, by === 'auto') && !this.#closing && this.#output?.hold('unread') === true;
    this.#emit(held ? [message, { k: 'process', event: 'stdout-hold', by: 'host' }] : [message]);
  }

  close({ reason }: CloseOptions): Promise<void> {
    const first = !this.#closing;
    this.#closing = true;
    // A process that exited by itself is closing already.
    if (first && !this.#closed && !this.#exit) {
      this.#reason = reason;
      this.#emit([{ k: 'connection', event: 'closing', reason }]);
      // From here on nothing responds to output, and a server that waits to be read could not end.
      this.#readOn();
      if (this.#child?.pid === undefined) this.#finish();
      else void this.#descend(this.#child.pid);
    }
    return this.#ended;
  }

  /** The steps of basic/lifecycle#shutdown. `#wrapUp` handles what follows the exit. */
  async #descend(pid: number): Promise<void> {
    const exited = (): boolean => this.#exit !== undefined;
    if (this.#tree) {
      await this.#tree.look();
      if (exited()) return;
    }
    this.#emit([{ k: 'process', event: 'stdin-end', by: 'host' }]);
    this.#input?.end();
    if (await within(this.#times.stdin, exited)) return;
    this.#signal(pid, 'SIGTERM');
    if (await within(this.#times.term, exited)) return;
    this.#signal(pid, 'SIGKILL');
    if (await within(AFTER_KILL_MS, exited)) return;
    this.#leftBehind = !(await this.#endStrays(pid));
    this.#finish();
  }

  #signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#emit([{ k: 'process', event: 'signal', signal, by: 'host' }]);
    signalGroup(pid, signal);
  }

  #listen(child: ChildProcessWithoutNullStreams, pid: number): void {
    const input = new ServerInput(child.stdin, {
      unread: this.#times.unread,
      bounds: this.#bounds,
      report: (bodies) => this.#report(bodies),
      onLight: () => this.#readOn(),
    });
    const flows = [new Flow(child.stdout), new Flow(child.stderr)] as const;
    this.#input = input;
    [this.#output] = flows;
    const splitter = new LineSplitter();
    const errors = new ErrorLines((bodies) => this.#report(bodies));
    // Of this process alone: another may be started while a child of this one still holds them.
    const pipes = { open: 2 };
    child.stdout.on('data', (chunk: Buffer) => {
      this.#lastOutput = performance.now();
      this.#report(outputEvents(splitter.push(chunk)));
      this.#keepPace(flows);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastOutput = performance.now();
      errors.push(chunk);
      this.#keepPace(flows);
    });
    const flushOutput = (): void => this.#report(outputEvents(splitter.end()));
    child.stdout.once('close', () => {
      flushOutput();
      pipes.open--;
      void this.#noticeSilence(child);
    });
    child.stderr.once('close', () => {
      errors.flush();
      pipes.open--;
    });
    for (const pipe of [child.stdout, child.stderr]) pipe.on('error', () => {});
    // A failed signal also ends up here; the steps do not depend on it.
    child.on('error', () => {});
    child.once('exit', (code, signal) => {
      this.#exit = { code, signal };
      // Little is left in the pipes, and no response to it can be written.
      for (const flow of flows) flow.free();
      const flush = (): void => {
        flushOutput();
        errors.flush();
      };
      void this.#wrapUp(child, pid, { code, signal }, () => pipes.open === 0, flush);
    });
  }

  #readOn(): void {
    if (this.#output?.release('unread') === true) this.#report([{ k: 'process', event: 'stdout-resume', by: 'host' }]);
  }

  #keepPace(flows: readonly Flow[]): void {
    const caughtUp = this.#backpressure();
    if (!caughtUp || flows.filter((flow) => flow.hold('behind')).length === 0) return;
    void caughtUp.then(() => {
      for (const flow of flows) flow.release('behind');
    });
  }

  async #endStrays(group: number): Promise<boolean> {
    const report = (bodies: readonly ProcessBody[]): void => this.#report(bodies);
    return endStrays({ mark: this.#mark, group, tree: this.#tree, term: this.#times.term, report });
  }

  /** The pipe of a process that ends closes a moment before its exit is known: only one that lives on causes an event. */
  async #noticeSilence(child: ChildProcessWithoutNullStreams): Promise<void> {
    if (await within(this.#times.quiet, () => this.#exit !== undefined || this.#child !== child)) return;
    this.#report([{ k: 'process', event: 'stdout-end', by: 'server' }]);
  }

  /** Waits for the exit, not for the close of the pipes: a grandchild may hold those for any time. */
  async #wrapUp(
    child: ChildProcessWithoutNullStreams,
    pid: number,
    exit: Pick<ProcessBody, 'code' | 'signal'>,
    piped: () => boolean,
    flush: () => void,
  ): Promise<void> {
    this.#lastOutput = performance.now();
    const { quiet, term } = this.#times;
    // Bounded, because a grandchild may also write for any time.
    await within(term, () => piped() || performance.now() - this.#lastOutput > quiet);
    flush();
    this.#report([{ k: 'process', event: 'exit', ...exit }]);
    if (groupAlive(pid)) {
      this.#signal(pid, 'SIGTERM');
      if (!(await within(term, () => !groupAlive(pid)))) this.#signal(pid, 'SIGKILL');
    }
    this.#leftBehind = !(await this.#endStrays(pid));
    if (!(piped() || (await within(quiet, piped)))) flush();
    this.#input?.abandon();
    if (this.#closing || !this.#restartOnExit()) return this.#finish();
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    this.#guard?.end();
    this.#child = undefined;
    this.#exit = undefined;
    this.#start({ k: 'connection', event: 'restarted', reason: 'server-exited' });
  }

  #failed(error: unknown): void {
    const { code, reason, detail } = explainSpawnError(error, this.#spec);
    this.#report([
      { k: 'process', event: 'spawn-failed', error: code },
      { k: 'connection', event: 'problem', reason, detail },
    ]);
    if (!this.#closing) this.#reason = reason;
    this.#finish();
  }

  #report(bodies: readonly EventBody[]): void {
    if (bodies.length > 0 && !this.#closed) this.#emit(bodies);
  }

  #finish(): void {
    if (this.#closed) return;
    this.#input?.abandon();
    this.#report([{ k: 'connection', event: 'closed', reason: this.#reason }]);
    this.#closed = true;
    const child = this.#child;
    for (const pipe of [child?.stdin, child?.stdout, child?.stderr]) pipe?.destroy();
    if (!this.#leftBehind && (child?.pid === undefined || !groupAlive(child.pid))) this.#guard?.end();
    this.#over();
  }
}
