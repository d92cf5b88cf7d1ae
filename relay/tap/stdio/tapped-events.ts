/** Copies of what passed to events, the same as those of a session that the relay hosts. */
import { NOT_RECORDED, type Direction, type EventBody } from '#shared/recording';
import { ErrorLines, LineSplitter, outputEvents } from '../../stdio/index.ts';
import { UNREADABLE, type Copy, type Happened, type Source } from './copy.ts';
import { KnownMessages } from './known-messages.ts';
import { isEnding } from './signals.ts';

const LINE_FEED = 0x0a;

/** One direction of messages. `missing`: bytes that were not copied, or belong to an incomplete line. */
interface Lines {
  readonly dir: Direction;
  readonly splitter: LineSplitter;
  missing: number;
  /** The rest of an unreadable line may come. */
  isCut: boolean;
}

/** `begun`: incomplete lines, in base64; `missing`: of which so many bytes are missing. */
export interface LeftOver {
  readonly closedBy: string;
  readonly begun: { readonly [from in Source]: string };
  readonly missing: { readonly [from in Exclude<Source, 'stderr'>]: number };
}

export class TappedEvents {
  readonly #emit: (bodies: readonly EventBody[], t?: number) => number;
  /** Messages that the tap kept or put on a stream. */
  readonly known = new KnownMessages<Source>();
  readonly #lines: { readonly [from in Exclude<Source, 'stderr'>]: Lines } = {
    host: { dir: 'c2s', splitter: new LineSplitter(), missing: 0, isCut: false },
    server: { dir: 's2c', splitter: new LineSplitter(), missing: 0, isCut: false },
  };
  readonly #errors: ErrorLines;
  #t = 0;
  closedBy = 'server-exited';

  /** `emit` records events at time `t`, or now. `left` continues another one. */
  constructor(emit: (bodies: readonly EventBody[], t?: number) => number, left?: LeftOver) {
    this.#emit = emit;
    this.#errors = new ErrorLines((bodies) => emit(bodies));
    if (!left) {
      emit([{ k: 'connection', event: 'opening' }], 0);
      return;
    }
    this.closedBy = left.closedBy;
    for (const from of ['host', 'server'] as const) {
      this.#lines[from].missing = left.missing[from];
      this.#lines[from].splitter.push(Buffer.from(left.begun[from], 'base64'));
    }
    this.#errors.push(Buffer.from(left.begun.stderr, 'base64'));
  }

  /** Bytes that are taken and not recorded yet. */
  get untold(): number {
    return this.#lines.host.splitter.length + this.#lines.server.splitter.length;
  }

  get left(): LeftOver {
    const { host, server } = this.#lines;
    const [a, b, c] = [host.splitter, server.splitter, this.#errors].map(({ rest }) => rest.toString('base64'));
    return {
      closedBy: this.closedBy,
      begun: { host: a ?? '', server: b ?? '', stderr: c ?? '' },
      missing: { host: host.missing, server: server.missing },
    };
  }

  take(copy: Copy): void {
    this.#t = copy.t;
    switch (copy.is) {
      case 'bytes':
        return this.#pass(copy.from, bufferOf(copy.bytes));
      case 'missing':
        return this.#miss(copy.from, copy.bytes);
      case 'happened':
        return this.#happened(copy.body);
      case 'message': {
        if (copy.from === 'stderr') return;
        // Such a message begins a line: what is missing before it are whole lines.
        const lines = this.#lines[copy.from];
        this.#tellMissing(lines);
        const [body] = outputEvents([{ bytes: bufferOf(copy.bytes) }], lines.dir);
        if (body?.k === 'message') this.known.add(copy, this.#emit([this.known.bodyOf(body, copy)], this.#t));
        return;
      }
      case 'act':
        return this.#say(this.known.act(copy));
      case 'answered':
        return;
      case 'unsafe':
        return this.#say({ k: 'connection', event: 'problem', reason: 'recording-behind' });
      case 'unreadable':
        this.#flush();
        this.#lines.host.isCut = true;
        this.#lines.server.isCut = true;
        return this.#say({ k: 'gap', why: UNREADABLE });
      case 'over':
        this.closedBy = copy.reason ?? this.closedBy;
        this.#flush();
        return this.#say({ k: 'connection', event: 'closed', reason: this.closedBy });
    }
  }

  #say(...bodies: EventBody[]): void {
    if (bodies.length > 0) this.#emit(bodies, this.#t);
  }

  #pass(from: Source, bytes: Buffer): void {
    if (from === 'stderr') return this.#errors.push(bytes);
    const lines = this.#lines[from];
    let rest = bytes;
    if (lines.missing > 0 || lines.isCut) {
      // A line without its beginning is missing.
      const lineEnd = bytes.indexOf(LINE_FEED);
      lines.missing += lineEnd < 0 ? bytes.length : lineEnd + 1;
      if (lineEnd < 0) return;
      lines.isCut = false;
      rest = bytes.subarray(lineEnd + 1);
      this.#tellMissing(lines);
    }
    const bodies = outputEvents(lines.splitter.push(rest), lines.dir);
    if (bodies.length > 0) this.known.last(from, this.#emit(bodies, this.#t) + bodies.length - 1);
  }

  #miss(from: Source, bytes: number): void {
    if (from === 'stderr') {
      this.#errors.flush();
      return this.#say({ k: 'gap', bytes, why: NOT_RECORDED });
    }
    const lines = this.#lines[from];
    this.#say(...outputEvents(lines.splitter.end(), lines.dir));
    lines.missing += bytes;
  }

  #tellMissing(lines: Lines): void {
    if (lines.missing > 0) this.#say({ k: 'gap', bytes: lines.missing, why: NOT_RECORDED });
    lines.missing = 0;
  }

  #happened(body: Happened): void {
    if (body.k === 'connection') {
      this.closedBy = body.reason ?? this.closedBy;
      return this.#say(body);
    }
    const { event, signal } = body;
    if (event === 'exit') this.#flush();
    if (event === 'stdout-end') this.#endLine(this.#lines.server);
    if (event === 'stdin-end') {
      this.#endLine(this.#lines.host);
      this.closedBy = 'host-ended';
      this.#say({ k: 'connection', event: 'closing', reason: this.closedBy });
    } else if (event === 'signal' && isEnding(signal)) this.closedBy = 'host-ended';
    this.#say(body);
    if (event === 'spawn') this.#say({ k: 'connection', event: 'open' });
  }

  #flush(): void {
    for (const lines of Object.values(this.#lines)) this.#endLine(lines);
    this.#errors.flush();
  }

  #endLine(lines: Lines): void {
    this.#tellMissing(lines);
    this.#say(...outputEvents(lines.splitter.end(), lines.dir));
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
