/** Finds the session of each request, and ends those that are over. */
import type { EventBody } from '#shared/recording';
import type { Tapped } from '../stdio/index.ts';
import type { Sender } from './sender.ts';
import { TappedSession, type SessionState } from './session.ts';

/** Microseconds without an exchange after which an open session counts as over. */
const IDLE = 15 * 60_000_000;
/** The same for an ended session: a client may still use it, against the specification. */
const LINGER = 60_000_000;
/** Each has an open file, and its newest lines in memory. */
const MAX_ENDED_COUNT = 20;

/** The state from which others continue: the next number, the orders in force, and the open sessions. */
export interface SessionsState {
  readonly next: number;
  readonly armed: EventBody | undefined;
  readonly open: readonly SessionState[];
}

type About = Omit<Tapped, 'number' | 'resumes'>;

export class TappedSessions {
  readonly #tapped: (sender: Sender, t: number) => About;
  /** New sessions continue in files that a killed tap has begun. */
  readonly #resumes: 'from-start' | undefined;
  #next = 0;
  #open: TappedSession[] = [];
  /** The address for commands and the orders in force, which every session records. */
  #control: string | undefined;
  #armed: EventBody | undefined;
  #gap: EventBody | undefined;
  /** What finished recordings lack, in sentences. */
  readonly lacking: string[] = [];

  /** `tapped` describes the recording of a session that begins with this request at `t`; `resumes` is the state of a killed tap. */
  constructor(tapped: (sender: Sender, t: number) => About, resumes?: SessionsState | 'from-start') {
    this.#tapped = tapped;
    this.#resumes = resumes && 'from-start';
    if (typeof resumes !== 'object') return;
    this.#next = resumes.next;
    this.#armed = resumes.armed;
    this.#open = resumes.open.map((state) => {
      const { sender, began, number, reached } = state;
      return new TappedSession({ ...tapped(sender, began), number, resumes: reached }, began, sender, state);
    });
  }

  /** Undefined while something of one is not on the disk. */
  get state(): SessionsState | undefined {
    const open = this.#open.flatMap(({ state }) => state ?? []);
    return open.length < this.#open.length ? undefined : { next: this.#next, armed: this.#armed, open };
  }

  /**
   * The session of a request. One with an id, or at the address that a stream named, is that of the same name, even if it was ended. One
   * without is that of the same connection that has an id, which this request lacks, or the client's latest that has no name yet: a
   * probe and what was refused belong to the handshake that follows. An id that nobody gave here may be of before the tap, so that
   * another session begins in the middle. A killed tap has found that of this `number` before.
   */
  begin(sender: Sender, t: number, number?: number): TappedSession {
    const { session: id, path, client, isModern } = sender;
    const own = number === undefined ? undefined : this.#open.find((each) => each.number === number);
    if (own) {
      own.open++;
      return own;
    }
    // Here, too: a process that continues for a killed tap has no clock, and must find the same sessions.
    this.endIdle(t);
    const isNameless = id === undefined || isModern;
    const session =
      this.#named(id ?? path, sender) ??
      this.#open.findLast((each) => each.isOf(client) && each.mayLack(sender)) ??
      (isNameless ? this.#open.findLast((each) => each.mayHave(sender)) : undefined) ??
      this.#create(sender, t, isNameless);
    if (!isNameless) session.names.add(id);
    session.begin(sender);
    return session;
  }

  commandedAt(control: string): void {
    this.#control = control;
    for (const each of this.#open) each.recording.commandedAt(control);
  }

  armed(act: EventBody, t: number): void {
    this.#armed = act;
    this.tell(act, t);
  }

  /** A gap in all sessions, also in those that are found later. */
  cut(gap: EventBody, t: number): void {
    this.#gap = gap;
    this.tell(gap, t);
  }

  tell(body: EventBody, t: number): void {
    for (const each of this.#open) each.emit([body], t);
  }

  /** The tap's key for the message of event `at` in this recording. */
  keyOf(at: number, recording: string | undefined): number | undefined {
    return this.#open.find((each) => each.recording.id === recording)?.known.keyOf(at);
  }

  knowing(key: number): TappedSession | undefined {
    return this.#open.find(({ known }) => known.has(key));
  }

  /** The exchange with the client's latest message to this recording. */
  postOf(recording: string | undefined): number | undefined {
    return this.#open.find((each) => each.recording.id === recording)?.lastPost;
  }

  /** End sessions that were unused for long, and ended ones when there are many. */
  endIdle(t: number): void {
    const unused = this.#open.filter(({ open }) => open === 0);
    const spare = unused.filter(({ isEnded }) => isEnded).slice(0, -MAX_ENDED_COUNT);
    const idle = new Set([...spare, ...unused.filter((each) => t - each.last > (each.isEnded ? LINGER : IDLE))]);
    this.#open = this.#open.filter((each) => !idle.has(each));
    for (const each of idle) this.#finish(each, t);
  }

  write(): void {
    for (const each of this.#open) each.recording.write();
  }

  /** Throws when there is no recording for a known gap. */
  finish(t: number, reason?: string): void {
    if (this.#gap && this.#next === 0) throw new Error('no session can be read');
    for (const each of this.#open.splice(0)) this.#finish(each, t, reason);
  }

  #finish(session: TappedSession, t: number, reason?: string): void {
    this.lacking.push(...[session.finish(t, reason)].filter((each) => each !== undefined));
  }

  /** A live session precedes an ended one, in which nothing begins. */
  #named(name: string, { isInitialize }: Sender): TappedSession | undefined {
    const named = this.#open.filter(({ names }) => names.has(name));
    return named.find(({ isEnded }) => !isEnded) ?? (isInitialize ? undefined : named.at(-1));
  }

  #create(sender: Sender, t: number, isNameless: boolean): TappedSession {
    const tapped = { ...this.#tapped(sender, t), number: this.#next++, resumes: this.#resumes };
    const mayGoOn = isNameless ? this.#open.some((each) => each.mayLack(sender)) : !sender.isInitialize;
    const session = new TappedSession(tapped, t, sender, mayGoOn ? 'middle' : undefined);
    this.#open.push(session);
    if (this.#control !== undefined) session.recording.commandedAt(this.#control);
    if (this.#gap && !sender.isInitialize) session.emit([this.#gap], t);
    if (this.#armed?.k === 'tap' && this.#armed.orders !== undefined) session.emit([this.#armed], t);
    return session;
  }
}
