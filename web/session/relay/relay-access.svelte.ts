/**
 * What the relay demands of this page: beside the cookie, which the browser sends by itself and also to other ports, the page
 * key of this launch. It is got for the token of the address that was opened, or from another tab, and kept in memory and for
 * reloads of this tab. It goes to the relay only.
 */
import { newId } from '../../base/new-id.ts';
import { tabStorage } from '../../base/safe-storage.ts';
import { endWorkers, loadAnew } from './foreign-workers.ts';
import { splitToken, tokenIn, withoutFresh } from './opening-token.ts';

const KEY = 'lifeline-page-key';
const CHANNEL = 'lifeline-page-key';

/** What a relay says of this page. `other`: not the key's relay; the key is dropped. `unreachable`: no answer. */
export type Standing = 'signed-in' | 'unknown' | 'other' | 'unreachable';

export type EnterProblem = 'other' | 'spent' | 'worker' | 'unreachable';

type Said = { readonly type: 'ask' } | { readonly type: 'key'; readonly key: string };

class RelayAccess {
  problem: EnterProblem | undefined = $state();
  /** Called when there is another key than before. */
  onKey: () => void = () => undefined;
  /** Whether the key that is here works, as far as the page knows; only then is it handed on. */
  works: () => boolean = () => false;
  #key: string | undefined;
  #channel: BroadcastChannel | undefined;
  /** How often it was in vain to ask. */
  #sought = 0;
  /** Ends when the token in the page's address was exchanged, if there is one. Requests wait for it. */
  #entered: Promise<void> = Promise.resolve();

  /** Begin: only on a page that a relay serves. */
  start(): void {
    this.#key = tabStorage.get(KEY);
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    this.#entered = this.#takeFromAddress();
    // An address that differs in its fragment only is opened without loading the page anew.
    addEventListener('hashchange', () => (this.#entered = this.#takeFromAddress()));
  }

  /** Ask the relay, as the page that it let in. Rejects when it can't be reached, or is another. */
  async fetch(path: string): Promise<Response> {
    await this.#entered;
    if (this.#key !== undefined && !(await proves(this.#key))) throw new Error('another relay');
    return this.#ask(path);
  }

  #ask(path: string): Promise<Response> {
    return fetch(path, { headers: this.#key === undefined ? {} : { 'X-Lifeline-Key': this.#key } });
  }

  /** Find out who is there. The key is shown to the relay that it is of, and to nobody else. Never rejects. */
  async standing(): Promise<Standing> {
    await this.#entered;
    try {
      if (this.#key !== undefined && !(await proves(this.#key))) {
        this.#forget();
        return 'other';
      }
      const answer = (await (await this.#ask('api/status')).json()) as { readonly authorised?: boolean };
      // It was put aside while nothing answered.
      if (answer.authorised === true) store(this.#key);
      return answer.authorised === true ? 'signed-in' : 'unknown';
    } catch {
      // Whoever has the port next finds nothing in the storage of this tab.
      store(undefined);
      return 'unreachable';
    }
  }

  get protocols(): string[] {
    return ['lifeline', `key.${this.#key ?? ''}`];
  }

  /** The relay does not know this page: another tab may have the key, else the relay is asked to print an address. */
  seek(): void {
    this.#channel?.postMessage({ type: 'ask' } satisfies Said);
    // Another tab needs a moment.
    if (this.#sought++ !== 1) return;
    void fetch('api/address', { method: 'POST' }).catch(() => undefined);
  }

  async enterWith(text: string): Promise<void> {
    const token = tokenIn(text, location.origin);
    if (token === undefined) this.problem = 'other';
    else await this.#enter(token);
  }

  async #takeFromAddress(): Promise<void> {
    const { token, rest } = splitToken(location.hash);
    // It stays neither in the address bar nor in what a person copies from there.
    const search = withoutFresh(location.search);
    if (token !== undefined || search !== location.search)
      history.replaceState(history.state, '', location.pathname + search + rest);
    const worker = await endWorkers();
    if (worker !== 'none') this.problem = 'worker';
    if (worker === 'here') {
      this.#forget();
      // Whoever serves this page has seen it: it is used up for nothing.
      if (token !== undefined) await post({ token, void: true }).catch(() => undefined);
      loadAnew();
    } else if (token !== undefined) await this.#enter(token);
  }

  async #enter(token: string): Promise<void> {
    const answer = await post({ token }).catch(() => undefined);
    if (!answer) this.problem = 'unreachable';
    else if (!answer.ok) this.problem = 'spent';
    else {
      const given = (await answer.json().catch(() => undefined)) as { readonly key: string } | undefined;
      // The relay went away in the middle of its answer; requests must not wait for a key that never comes.
      if (!given) return void (this.problem = 'unreachable');
      this.#take(given.key);
      this.#channel?.postMessage({ type: 'key', key: given.key } satisfies Said);
    }
  }

  #hear(said: Said): void {
    if (said.type === 'ask') {
      if (this.#key !== undefined && this.works())
        this.#channel?.postMessage({ type: 'key', key: this.#key } satisfies Said);
    } else if (said.key !== this.#key && !this.works()) this.#take(said.key);
  }

  #take(key: string): void {
    this.#key = key;
    this.#sought = 0;
    this.problem = undefined;
    store(key);
    this.onKey();
  }

  #forget(): void {
    this.#key = undefined;
    store(undefined);
  }
}

/** Keep the key for reloads of this tab, or forget it. A browser that keeps nothing asks for an address after a reload. */
const store = (key: string | undefined): void => void tabStorage.set(KEY, key);

/** Whether what answers knows this page's key, which it is not shown. Rejects when nothing answers. */
async function proves(key: string): Promise<boolean> {
  const nonce = newId();
  const answer = await fetch(`api/proof?nonce=${nonce}`);
  const given = (await answer.json().catch(() => undefined)) as { readonly proof?: unknown } | undefined;
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const proof = new Uint8Array(await crypto.subtle.sign('HMAC', secret, bytes(`lifeline relay ${nonce}`)));
  return given?.proof === [...proof].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function post(body: { readonly token: string; readonly void?: true }): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch('api/enter', { method: 'POST', headers, body: JSON.stringify(body) });
}

export const relayAccess = new RelayAccess();
