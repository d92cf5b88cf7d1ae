/** What the composer of a session holds and is set to: kept while another panel or session is looked at. */
import { defined } from '#shared/base';
import { replaceId, textMember } from '#shared/jsonrpc';
import type { RequestLimits, SendDetails } from '#shared/driver';
import { bytesOf, payloadOf, textOf, toBase64 } from '#shared/recording';
import { scriptLine, type ScriptStep } from '#shared/script';
import { savedViewState } from '../session/saved-view-state.svelte.ts';
import { selectWhenWritten } from '../session/own-call.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { slot } from '../session/slot.ts';
import { grow, type Growth } from './grow.ts';
import { hexOf, plainText } from './hex-text.ts';
import { AS_PLANNED, type HttpDraft } from './http-draft.ts';
import { repeatSteps } from './repeat.ts';
import { Runner, type DetailsOf } from './runner.svelte.ts';
import { SentWatch } from './sent-watch.ts';

export type ComposeMode = 'text' | 'hex' | 'script';

export class ComposeState {
  readonly #view: SessionView;
  #hex = $state(false);
  #scripting = $state(false);
  /** Text of the script; the message's is the view's `draft`. */
  script = $state('');
  scriptName = $state('');
  growth: Growth | undefined = $state();
  http: HttpDraft = $state.raw(AS_PLANNED);
  /** Milliseconds; undefined is the policy's. */
  idleMs: number | undefined = $state();
  totalMs: number | undefined = $state();
  times = $state(1);
  atOnce = $state(false);
  sameId = $state(false);
  runner: Runner | undefined = $state.raw();
  sent: SentWatch | undefined = $state.raw();

  constructor(view: SessionView) {
    this.#view = view;
    const before = savedViewState(view).part('compose', () => ({
      hex: this.#hex,
      scripting: this.#scripting,
      script: this.script,
    }));
    this.#hex = before['hex'] === true;
    this.#scripting = before['scripting'] === true;
    this.script = textMember(before, 'script') ?? '';
  }

  get mode(): ComposeMode {
    return this.#scripting ? 'script' : this.#hex ? 'hex' : 'text';
  }

  /** Show the message `text` in another form, or the script. Bytes that are no UTF-8 have no text and stay as they are. */
  setMode(mode: ComposeMode, text: string): void {
    this.#scripting = mode === 'script';
    if (mode === 'script' || (mode === 'hex') === this.#hex) return;
    if (mode === 'hex') return this.fill(bytesOf({ raw: text }));
    const plain = plainText(text);
    if (plain !== undefined) this.fill(plain);
  }

  fill(message: string | Uint8Array): void {
    const hex = typeof message !== 'string';
    this.fillWith(hex ? hexOf(message) : message, hex);
  }

  fillWith(text: string, hex: boolean): void {
    this.#scripting = false;
    this.#hex = hex;
    this.growth = undefined;
    this.#view.draft = text;
  }

  /** Put a message at the end of the script; a request gets a fresh id with every run. */
  addToScript(message: string): void {
    const line = scriptLine(message);
    const own = line === message ? (replaceId(message, '"auto"') ?? line) : line;
    const before = this.script === '' || this.script.endsWith('\n') ? this.script : `${this.script}\n`;
    this.script = `${before}${own}\n`;
    this.#scripting = true;
  }

  send(message: string | Uint8Array, detailsOf: DetailsOf): void {
    const text = typeof message === 'string';
    const whole = text && this.growth !== undefined ? (grow(message, this.growth) ?? message) : message;
    if (this.times > 1) return this.run(repeatSteps(whole, this), detailsOf);
    this.runner = undefined;
    const sent = new SentWatch(this.#view.log.length);
    this.sent = sent;
    sent.add(whole);
    selectWhenWritten(this.#view, () => (sent.read(this.#view.log.events), sent.at(0)));
    const read = typeof whole === 'string' ? whole : textOf(payloadOf(whole));
    const b64 = typeof whole === 'string' ? {} : { b64: toBase64(whole) };
    this.#view.source.send(read, { ...detailsOf(read), ...b64 });
  }

  run(steps: readonly ScriptStep[], detailsOf: DetailsOf): void {
    this.sent = undefined;
    this.runner = new Runner(this.#view, steps, detailsOf);
  }

  details(http: SendDetails['http']): SendDetails {
    const limits: RequestLimits = defined({ idleMs: this.idleMs, totalMs: this.totalMs });
    return { ...defined({ http }), ...(Object.keys(limits).length > 0 ? { limits } : {}) };
  }
}

export const composeState = slot((view) => new ComposeState(view));
