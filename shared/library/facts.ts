/**
 * What is in a recording, in a few numbers: a pure fold over its events that holds on to none of them, so that it can run
 * beside a live session and over files of any length.
 */
import { applyNote, type Recorded, type WireEvent } from '#shared/recording';
import { SessionFold, type Closing, type Outcome, type SessionState, type StepNote } from '#shared/session';

export interface RecordingFacts {
  /** What the server said of itself; `title` is its name for people, where it has one. */
  readonly server?: { readonly name: string; readonly version?: string; readonly title?: string };
  /** The negotiated revision, or the last one the client asked for. */
  readonly revision?: string;
  /** Microseconds from the first to the last thing that happened; notes made later do not count. */
  readonly duration: number;
  readonly events: number;
  readonly operations: number;
  /** Requests that failed or got no answer, and problems of the connection. */
  readonly errors: number;
  /** Events that are against the protocol. */
  readonly faults: number;
  /** Events with a person's note. */
  readonly notes: number;
  /** The recording has no last line: the program or the machine went away first. */
  readonly cutShort: boolean;
  /** Only its beginning could be read. */
  readonly partial?: true;
}

/** How the reading of a recording ended. */
export interface Ending {
  readonly cutShort: boolean;
  readonly partial?: boolean;
}

const FAILED: ReadonlySet<Outcome> = new Set(['error', 'tool-error', 'no-answer', 'timeout']);
/** Answers to the same id after these are one too many; after others they are late. */
const ANSWERED: ReadonlySet<Outcome> = new Set(['result', 'error', 'tool-error']);
const LONGEST_NAME = 200;
/** Requests whose ends are remembered, to tell a late answer from one too many. */
const MOST_OUTCOMES = 50_000;

/** The fold. It is also all that a session host needs of a log. */
export class FactFold {
  readonly #fold = new SessionFold();
  readonly #outcomes = new Map<string, Outcome | undefined>();
  readonly #notes = new Map<number, string>();
  #errors = 0;
  #faults = 0;
  #duration = 0;

  get length(): number {
    return this.#fold.length;
  }
  get state(): Readonly<SessionState> {
    return this.#fold.state;
  }

  /** Take in one event; those out of order are ignored. */
  append(event: WireEvent): StepNote | undefined {
    const step = this.#fold.append(event);
    if (!step) return undefined;
    if (event.k === 'note') applyNote(this.#notes, event);
    else this.#duration = event.t;
    if (event.k === 'connection' && event.event === 'problem') this.#errors++;
    for (const closing of step.closed) this.#close(closing);
    for (const later of [step.awaits?.pending, step.lateProbe?.pending])
      if (later?.key !== undefined && !this.#outcomes.has(`${later.dir}:${later.key}`))
        this.#remember(`${later.dir}:${later.key}`, undefined);
    if (step.faults.length > 0 || this.#isUnasked(step)) this.#faults++;
    return step;
  }

  /** The facts so far. */
  facts({ cutShort, partial }: Ending): RecordingFacts {
    const { server, revision, offered, operations } = this.state;
    const self = selfOf(server.info);
    const spoken = revision ?? offered;
    return {
      ...(self ? { server: self } : {}),
      ...(spoken === undefined ? {} : { revision: spoken.slice(0, LONGEST_NAME) }),
      duration: this.#duration,
      events: this.length,
      operations,
      errors: this.#errors,
      faults: this.#faults,
      notes: this.#notes.size,
      cutShort,
      ...(partial === true ? { partial } : {}),
    };
  }

  #close({ pending, outcome }: Closing): void {
    if (pending.key !== undefined) this.#remember(`${pending.dir}:${pending.key}`, outcome);
    // Finding out that a server does not know `server/discover` is how an era is told, not a failure.
    if (FAILED.has(outcome) && !(pending.by === 'auto' && pending.method === 'server/discover')) this.#errors++;
  }

  #remember(key: string, outcome: Outcome | undefined): void {
    // Last in order, so that the oldest goes when there are too many.
    this.#outcomes.delete(key);
    this.#outcomes.set(key, outcome);
    if (this.#outcomes.size > MOST_OUTCOMES) this.#outcomes.delete(this.#outcomes.keys().next().value ?? '');
  }

  /** A response that nobody waits for, and that is no late answer to what was given up. */
  #isUnasked({ unmatched }: StepNote): boolean {
    if (!unmatched) return false;
    const key = `${unmatched.asked}:${unmatched.response.key ?? ''}`;
    if (unmatched.response.key === undefined || !this.#outcomes.has(key)) return true;
    const outcome = this.#outcomes.get(key);
    return outcome !== undefined && ANSWERED.has(outcome);
  }
}

/** The facts of a whole recording. */
export function summarize({ events, footer }: Recorded): RecordingFacts {
  const fold = new FactFold();
  for (const event of events) fold.append(event);
  return fold.facts({ cutShort: footer === undefined });
}

/** What a server's `serverInfo` says of it, within bounds; undefined when it gives no name. */
export function selfOf(info: SessionState['server']['info']): RecordingFacts['server'] {
  const name = short(info?.name);
  if (name === undefined) return undefined;
  const version = short(info?.version);
  const title = short(info?.title);
  return { name, ...(version === undefined ? {} : { version }), ...(title === undefined ? {} : { title }) };
}

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_NAME) : undefined;
