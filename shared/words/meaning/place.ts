/** Where a sentence is made: the event, its log, and the state of the session just before it. */
import { isObject, showIdKey } from '#shared/jsonrpc';
import { LATEST_HANDSHAKE_REVISION } from '#shared/mcp';
import type { Fold, Operation, SessionLog, SessionState } from '#shared/session';
import type { Words } from '../dictionary.ts';
import { cutTo, oneLine, type ShowUrl } from '../text.ts';

/** What states of folds are read from: a log, or a cursor of one. */
export interface States {
  asOf<State extends object>(fold: Fold<State>, s: number): Readonly<State>;
}

export interface Place {
  readonly words: Words;
  readonly log: SessionLog;
  readonly s: number;
  /** The state before the event. Read it before the next call. */
  readonly before: () => Readonly<SessionState>;
  readonly showUrl: ShowUrl;
}

const MAX_PLACE_CHARS = 120;

/** Texts of the wire in a row, on one line. */
export const joined = (texts: readonly string[], between: string): string =>
  cutTo(MAX_PLACE_CHARS, oneLine(texts.join(between)));

/** A member of an object that is a text, on one line and cut; empty for anything else. */
export function memberOf(value: unknown): (name: string) => string {
  return (name) => {
    const member = isObject(value) ? value[name] : undefined;
    return typeof member === 'string' ? joined([member], '') : '';
  };
}

/** ` (name 1.0)`: how a side calls itself; empty where it does not. */
export function nameOf(info: unknown, { common }: Words): string {
  const member = memberOf(info);
  const named = [member('name'), member('version')].filter(Boolean).join(' ');
  return named === '' ? '' : common.aside(named);
}

/** `tools/call #5`; empty without an operation. */
export function operationName(operation: Operation | undefined): string {
  if (!operation) return '';
  const { method = '', key } = operation;
  return oneLine(`${method}${key === undefined ? '' : ` #${showIdKey(key)}`}`);
}

/** The revision that holds at this place: the one agreed on, else offered, else the latest with a handshake. */
export const revisionAt = ({ before }: Place): string => oneLine(revisionOf(before()));

/** The same of a state. */
export const revisionOf = ({ revision, offered }: Readonly<SessionState>): string =>
  revision ?? offered ?? LATEST_HANDSHAKE_REVISION;

/** Sentences one after the other. */
export const sentences = ({ meaning }: Words, ...all: readonly string[]): string =>
  all.filter(Boolean).join(meaning.space);

/** A text that ends as a sentence does. */
export const stopped = (text: string, { meaning }: Words): string =>
  text === '' || /[.!?…。！？]$/.test(text) ? text : `${text}${meaning.stop}`;
