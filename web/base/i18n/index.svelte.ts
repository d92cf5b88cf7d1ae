/**
 * The page's words. English is the type: a language that lacks a text, or has one too many, does not compile. Terms of
 * the protocol stay English in every language.
 */
import { settings, type Language } from '../settings.svelte.ts';
import * as en from './en/index.ts';

export type Messages = typeof en;

/** Languages beside English come when they are chosen: nobody reads two at once. */
const LOADERS: { readonly [language in Exclude<Language, 'en'>]: () => Promise<Messages> } = {
  'zh-CN': () => import('./zh-CN/index.ts'),
};

class Words {
  #loaded = $state.raw<{ readonly [language in Language]?: Messages }>({ en });

  /** The dictionary in force; English until another has come. Reactive: use it inside templates and `$derived`. */
  get now(): Messages {
    return this.#loaded[settings.language] ?? en;
  }

  /** Get the dictionary of a language. Resolves when `now` has it; English stays when it cannot be had. */
  async load(language: Language): Promise<void> {
    if (language === 'en' || this.#loaded[language]) return;
    const messages = await LOADERS[language]().catch(() => undefined);
    if (messages) this.#loaded = { ...this.#loaded, [language]: messages };
  }
}

export const words = new Words();

/** A whole number with the language's own grouping. */
export function number(value: number): string {
  return new Intl.NumberFormat(settings.language).format(value);
}

/** Microseconds as a person reads a duration: `18.2 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(us: number): string {
  if (us < 1000) return `${Math.max(0, Math.round(us))} µs`;
  const ms = us / 1000;
  if (ms < 10_000)
    return `${new Intl.NumberFormat(settings.language, { maximumFractionDigits: ms < 1000 ? 1 : 0 }).format(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Microseconds since the start as the diagram's time column shows them: seconds with milliseconds. */
export function clock(us: number): string {
  return (us / 1e6).toFixed(3);
}

/** When a session began; text that is no date stays what it is. Messages without times begin at the epoch. */
export function dateText(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.getTime() === 0 ? words.now.common.noDate : format.format(date);
}

/** A size in bytes as a person reads it: `412 bytes`, `64.0 kB`, `100.0 MB`. */
export function size(bytes: number): string {
  if (bytes < 10_000) return words.now.common.bytes(bytes);
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
