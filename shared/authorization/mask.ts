/** Masks secrets in what is recorded, as `‹access_token:1›`, one placeholder each. Text changes only there; it is never reprinted. */
import { parsedJson } from '#shared/jsonrpc';
import { asUtf8, type HeaderPairs } from '#shared/recording';

/** Members of forms, addresses and JSON whose values are secrets (RFC 6749, 7521, 7591, 8693, OpenID Connect). */
const SECRETS: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'assertion',
  'registration_access_token',
  'subject_token',
  'actor_token',
  'device_code',
  'password',
]);
/** In JSON a `code` is that of an error. */
const inForm = (name: string): boolean => name === 'code' || SECRETS.has(name);

/** Shorter secrets are hidden only where they stand as a secret: elsewhere they could be any word. */
const MIN_HIDDEN_CHARS = 8;

const JSON_MEMBER = /"((?:[^"\\]|\\.)*)"(\s*:\s*)(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*))/g;

export type MaskerState = Masker['state'];

export class Masker {
  /** Placeholders by every form in which a secret may be written. */
  readonly #forms = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #known = new Map<string, string>();

  /** What it knows, for one that goes on where this one is. It holds the secrets. */
  get state() {
    return { counts: [...this.#counts], known: [...this.#known] };
  }

  resume({ counts, known }: MaskerState): void {
    for (const [kind, count] of counts) this.#counts.set(kind, count);
    for (const [secret, shown] of known) this.#know(secret, shown);
  }

  /** The placeholder of a secret, from now on hidden wherever it stands. */
  hide(kind: string, secret: string): string {
    const known = this.#known.get(secret);
    if (known !== undefined) return known;
    const shown = this.once(kind);
    this.#know(secret, shown);
    return shown;
  }

  #know(secret: string, shown: string): void {
    this.#known.set(secret, shown);
    if (secret.length < MIN_HIDDEN_CHARS) return;
    for (const form of [secret, uriEncoded(secret), formEncoded(secret), jsonEncoded(secret)])
      this.#forms.set(form, shown);
  }

  /** The placeholder of a secret that is used once: nothing is remembered of it. */
  once(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `‹${kind}:${count}›`;
  }

  text(text: string): string {
    let masked = text;
    // One secret may be the beginning of another one.
    for (const [form, shown] of [...this.#forms].sort(([a], [b]) => b.length - a.length))
      masked = masked.split(form).join(shown);
    return masked;
  }

  /** A form (`application/x-www-form-urlencoded`), or the query of an address. */
  form(text: string): string {
    const pairs = text.split('&').map((pair) => {
      const equals = pair.indexOf('=');
      const name = pair.slice(0, Math.max(0, equals));
      const value = pair.slice(equals + 1);
      if (equals < 0 || value === '' || !inForm(formDecoded(name))) return pair;
      return `${name}=${this.hide(formDecoded(name), formDecoded(value))}`;
    });
    return this.text(pairs.join('&'));
  }

  /** An address: the values of secret members in its query and fragment. */
  url(url: string): string {
    const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
    const masked = [query, fragment].map((part) => part.slice(0, 1) + this.form(part.slice(1)));
    return this.text(path) + masked.join('');
  }

  json(text: string): string {
    const masked = text.replace(JSON_MEMBER, (all, key: string, colon: string, value?: string, digits?: string) => {
      const name = jsonDecoded(key);
      const secret = value === undefined ? (digits ?? '') : jsonDecoded(value);
      return secret !== '' && SECRETS.has(name) ? `"${key}"${colon}"${this.hide(name, secret)}"` : all;
    });
    return this.text(masked);
  }

  /** The body of a step: JSON or a form. One that grants something, in a way that is not known here, is hidden whole. */
  body(text: string, grants: boolean): string {
    const masked = /^\s*[{[]/.test(text) ? this.json(text) : this.form(text);
    return grants && masked === text && text !== '' ? this.hide('body', text) : masked;
  }

  headers(headers: HeaderPairs): HeaderPairs {
    return headers.map(([name, value]) => [name, this.#header(name.toLowerCase(), value)]);
  }

  #header(name: string, value: string): string {
    if (name === 'authorization' || name === 'proxy-authorization') {
      const [, scheme = '', secret = ''] = /^(\S+ +)?(.*)$/s.exec(value) ?? [];
      return scheme + this.hide(/^basic /i.test(scheme) ? 'client_credentials' : 'access_token', secret);
    }
    if (name === 'dpop') return this.once('dpop_proof');
    if (name === 'cookie' || name === 'set-cookie') {
      const pair = name === 'cookie' ? /([^=;\s]+=)([^;]*)/g : /^([^=;]*=)([^;]*)/;
      return value.replace(pair, (_all, key: string, secret: string) => key + this.hide('cookie', secret));
    }
    return name === 'location' ? this.url(value) : this.text(value);
  }
}

const uriEncoded = (text: string): string => encodeURIComponent(asUtf8(text));
const formEncoded = (text: string): string => uriEncoded(text).replace(/%20/g, '+');
const jsonEncoded = (text: string): string => JSON.stringify(text).slice(1, -1);

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

function jsonDecoded(text: string): string {
  return String(parsedJson(`"${text}"`) ?? text);
}
