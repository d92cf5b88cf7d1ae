/** What an event that is not a message means. */
import { sessionFailure } from '#shared/failure';
import {
  headerOf,
  statusText,
  type ConnectionBody,
  type HttpBody,
  type ProcessBody,
  type SseBody,
  type WireEvent,
} from '#shared/recording';
import { isProbe } from '#shared/session';
import { describe, requestOf } from '#shared/timeline';
import { connectionExplained, connectionText, reasonText, turnText } from '../connection.ts';
import { failureText } from '../failure.ts';
import { size } from '../figures.ts';
import { inLanguage, KIND_WORDS, noteText } from '../kinds.ts';
import { processText } from '../note.ts';
import { requestLine, stepName } from '../step.ts';
import { entryOf, oneLine, pathOf, plain } from '../text.ts';
import { toneOf } from '../tone.ts';
import { sentences, stopped, type Place } from './place.ts';

type Other = Exclude<WireEvent, { readonly k: 'message' }>;

export function happened(place: Place, event: Other): string {
  const { words, log, s } = place;
  const t = words.happenings;
  switch (event.k) {
    case 'process':
      return processSaid(place, event);
    case 'connection':
      return connectionSaid(place, event, s);
    case 'http':
      return httpSaid(place, event);
    case 'sse':
      return sseSaid(place, event);
    case 'stderr': {
      const row = describe(log, s);
      return row && toneOf(log, row).tone === 'error' ? t.stderr.error : t.stderr.plain;
    }
    case 'body':
      return t.http.body[event.dir];
    case 'timeout': {
      const operation = log.operationOf(event.at);
      const probe = operation && isProbe(operation) && event.limit === 'idle';
      return sentences(words, t.timeout(noteOf(place, event)), probe ? t.probeTimeout : '');
    }
    case 'tap':
      return t.tap(noteOf(place, event));
    case 'gap':
      return t.gap(noteOf(place, event));
    default:
      return inLanguage(KIND_WORDS[event.k].meaning, words);
  }
}

const noteOf = ({ words, log, showUrl }: Place, event: WireEvent): string =>
  noteText(words, log, event, showUrl)?.text ?? '';

function processSaid({ words, before }: Place, event: ProcessBody): string {
  const t = words.happenings.process;
  const text = processText(event, words);
  switch (event.event) {
    case 'spawn':
      return t.spawn(plain(event.pid));
    case 'spawn-failed':
      return t['spawn-failed'](oneLine(event.error ?? ''));
    case 'exit': {
      const { phase, pending } = before();
      return phase === 'shutdown' ? t.exitAsked(text) : t.exitByItself(text, pending.size);
    }
    case 'stdin-wait':
      return t['stdin-wait'](size(event.bytes ?? 0, words));
    case 'stdin-error':
    case 'stray':
    case 'signal': {
      const say = t[event.event];
      return say(text);
    }
    default: {
      const known = entryOf<unknown>(t, event.event);
      return typeof known === 'string' ? known : t.other(text);
    }
  }
}

function connectionSaid({ words, before, log }: Place, event: ConnectionBody, s: number): string {
  const t = words.happenings.connection;
  const reason = reasonText(event.reason ?? '', words);
  switch (event.event) {
    case 'era':
    case 'slowed':
    case 'restarted': {
      const explained = connectionExplained(event, words);
      const { title, text } = explained ?? { title: connectionText(event, words), text: '' };
      return sentences(words, stopped(title, words), text, event.event === 'restarted' ? t.restarted : '');
    }
    case 'problem': {
      const { reason = '', detail } = event;
      const state = { ...before(), problem: { reason, s, ...(detail === undefined ? {} : { detail }) } };
      const failure = sessionFailure(log, state, s + 1);
      const known = failure
        ? failureText(failure, state.initialized, words)
        : { ...words.problems.unknown, sentences: [] };
      return sentences(words, stopped(known.title, words), ...known.sentences);
    }
    case 'opening':
    case 'closing':
      return t[event.event](reason);
    case 'closed':
      return t.closed(reason, before().pending.size);
    case 'authorization':
      return t.authorization(turnText(event, words));
    default: {
      const known = entryOf<unknown>(t, event.event);
      return typeof known === 'string' ? known : t.other(connectionText(event, words));
    }
  }
}

function httpSaid(place: Place, event: HttpBody & WireEvent): string {
  const { words, log, showUrl } = place;
  const t = words.happenings.http;
  const { step } = event;
  if (step !== undefined && event.phase === 'request')
    return sentences(words, entryOf(words.happenings.steps, step) ?? t.other(stepName(step, words)));
  if (step !== undefined && event.phase === 'response')
    return words.happenings.stepAnswered(stepName(step, words), statusText(event.status));
  switch (event.phase) {
    case 'request': {
      const line = requestLine(event, showUrl);
      const resumes = headerOf(event.headers, 'last-event-id') !== undefined;
      if (event.method === 'POST') return t.post(line);
      if (event.method === 'GET') return resumes ? t.resume(line) : t.get(line);
      return event.method === 'DELETE' ? t.delete(line) : t.other(line);
    }
    case 'redirect':
      return t.redirect(event.url === undefined ? words.rows.http.hiddenTarget : oneLine(showUrl(event.url)));
    case 'retry':
      return t.retry;
    case 'response':
      return responseSaid(place, event);
    case 'end': {
      const asked = requestOf(log, event);
      const answered = log.events
        .slice(asked?.s ?? event.s, event.s)
        .some((each) => each.k === 'http' && each.x === event.x && each.phase === 'response');
      if (!answered && event.by === 'network') return t.noAnswer(oneLine(event.error ?? ''));
      return event.by === undefined ? t.ended : t.endedBy[event.by];
    }
  }
}

function responseSaid({ words, log, before }: Place, event: HttpBody & WireEvent): string {
  const t = words.happenings.http;
  const { status = 0, phrase } = event;
  const said = oneLine(statusText(status, phrase));
  const method = requestOf(log, event)?.method;
  if (status === 202) return t.accepted(said);
  if (status >= 200 && status < 300) {
    const type = headerOf(event.headers, 'content-type') ?? '';
    return type.startsWith('text/event-stream')
      ? t.stream(said)
      : type.startsWith('application/json')
        ? t.answer(said)
        : t.status(said);
  }
  if (status === 405 && method === 'GET') return t.noStream(said);
  if (status === 405 && method === 'DELETE') return t.noDelete(said);
  if (status === 401) return t.unauthorized(said);
  if (status === 403) return t.forbidden(said);
  if (status === 404 && before().httpSession !== undefined) return t.sessionLost(said);
  return status >= 500 ? t.failed(said) : status >= 400 ? t.refused(said) : t.status(said);
}

function sseSaid({ words, showUrl }: Place, event: SseBody): string {
  const t = words.happenings.sse;
  if (event.event === 'endpoint' && event.data !== undefined) return t.endpoint(oneLine(pathOf(showUrl(event.data))));
  if (event.text.startsWith(':')) return t.comment;
  return event.event === undefined || event.data === '' ? t.empty : t.other;
}
