/** What stands at an arrow of the diagram, in words. */
import { isObject } from '#shared/jsonrpc';
import { nonStandardMethod } from '#shared/mcp';
import { textOf, type HttpBody, type WireEvent } from '#shared/recording';
import { metLostSession, type Operation, type SessionLog } from '#shared/session';
import { requestOf, type Detail, type RowView } from '#shared/timeline';
import { countOf, duration, size } from './figures.ts';
import { oneLine, pathOf, stepWords } from './note-label.ts';
import { statusText } from './status-text.ts';
import { AUTHOR_WORDS, FAULT_WORDS, itemsWords, OUTCOME_WORDS } from './words.ts';

/** Pieces of a label in the order in which they are read. `loud` is the part that went wrong. */
export interface RowLabel {
  readonly before: string;
  readonly method: string;
  readonly id: string;
  readonly loud: string;
  readonly details: string;
}

/** The label of a row that has an arrow. */
export function rowLabel(log: SessionLog, row: RowView): RowLabel {
  const event = log.events[row.s];
  return event?.k === 'http' ? stepLabel(log, event, row.trouble) : messageLabel(log, row);
}

/** How long it took to the answer, or how the request stands that this row sends; empty for other rows. */
export function timeLabel(log: SessionLog, row: RowView): string {
  if (log.notes[row.s]?.role === 'opens' && metLostSession(row.operation, log))
    return OUTCOME_WORDS['session-lost'] ?? '';
  if (row.duration !== undefined) return duration(row.duration);
  return log.notes[row.s]?.role === 'opens' ? standing(row.operation) : '';
}

function standing(operation: Operation | undefined): string {
  if (!operation) return '';
  if (operation.closed !== undefined) return OUTCOME_WORDS[operation.outcome ?? 'waiting'] ?? '';
  return OUTCOME_WORDS[operation.kind === 'malformed' ? 'silence' : 'waiting'] ?? '';
}

/** A step of authorization: what it is for, then its first line, or what came of it. */
function stepLabel(log: SessionLog, event: HttpBody & WireEvent, trouble: boolean): RowLabel {
  const request = event.phase === 'request' ? event : requestOf(log, event);
  const line = oneLine(`${request?.method ?? ''} ${pathOf(request?.url ?? '')}`);
  const status = event.phase === 'request' ? '' : statusText(event.status);
  const next = log.events[event.s + 1];
  const body = next?.k === 'body' && next.x === event.x ? oneLine(textOf(next)) : '';
  const first = status || line;
  const text = trouble ? { method: '', loud: first } : { method: first, loud: '' };
  const before = event.step === undefined ? '' : `${stepWords(event.step)}:`;
  return { before, id: '', details: [status && line, body].filter(Boolean).join(' · '), ...text };
}

function messageLabel(log: SessionLog, row: RowView): RowLabel {
  const error = row.details.find((detail) => detail.code === 'error');
  const faults = row.faults.map((fault) => FAULT_WORDS[fault]);
  const rest = [...row.details.filter((detail) => detail.code !== 'error').map(detailText), inputText(log, row.s)];
  const failed = row.details.some((detail) => detail.code === 'tool-error');
  const malformed = row.shape === 'malformed';
  const joined = (malformed ? [...faults, ...rest] : [...rest, ...faults])
    .filter(Boolean)
    .join(malformed ? ', ' : ' · ');
  const id = row.id === undefined ? '' : oneLine(`#${row.id}`);
  const method = oneLine(row.method ?? '');
  if (malformed) return { before: '', method: '', id: '', loud: oneLine(row.text ?? ''), details: joined };
  if (row.shape !== 'response') {
    const loud = nonStandardMethod(row.method ?? '') ? 'not in the protocol' : '';
    return { before: '', method, id, loud, details: joined };
  }
  if (error) {
    const name = error.name ?? '';
    const loud = ['error', error.number === undefined ? '' : String(error.number), name].filter(Boolean).join(' ');
    const text = error.message === '' || error.message === name ? loud : `${loud}: ${oneLine(error.message)}`;
    return { before: '', method: '', id, loud: text, details: [method, joined].filter(Boolean).join(' · ') };
  }
  const before = method ? 'result of' : 'result';
  return { before, method, id, loud: failed ? joined : '', details: failed ? '' : joined };
}

function detailText(detail: Detail): string {
  switch (detail.code) {
    case 'subject':
      return oneLine(detail.text);
    case 'offers':
      return `offers ${oneLine(detail.revision)}`;
    case 'agreed':
      return oneLine([detail.revision, detail.capabilities.slice(0, 20).join(' ')].filter(Boolean).join(' · '));
    case 'items':
      return itemsWords(detail.list, detail.count, detail.more);
    case 'blocks':
      return countOf(detail.count, 'content block', 'content blocks');
    case 'tool-error':
      return detail.text === '' ? 'tool error' : `tool error: ${oneLine(detail.text)}`;
    case 'error':
      return oneLine(detail.message);
    case 'progress': {
      const done = detail.total === undefined ? String(detail.progress) : `${detail.progress} / ${detail.total}`;
      return [done, oneLine(detail.message ?? '')].filter(Boolean).join(' · ');
    }
    case 'asks':
      return 'asks the client';
    case 'by':
      return Object.hasOwn(AUTHOR_WORDS, detail.author) ? AUTHOR_WORDS[detail.author] : oneLine(detail.author);
    case 'repeats':
      return `repeats #${oneLine(detail.id)} with other headers`;
    case 'bytes':
      return size(detail.bytes);
    case 'fault':
      return FAULT_WORDS[detail.fault];
    case 'batch':
      return `batch of ${countOf(detail.count, 'message', 'messages')}`;
  }
}

/** What a message says of the rounds in which a request collects its input (2026-07-28, basic/patterns/mrtr), and of tasks. */
function inputText(log: SessionLog, s: number): string {
  const decoded = log.decoded(s);
  const names = (map: unknown): string => (isObject(map) ? oneLine(Object.keys(map).slice(0, 8).join(', ')) : '');
  if (decoded?.kind === 'response' && isObject(decoded.result)) {
    const { resultType, inputRequests, taskId, status, task } = decoded.result;
    if (resultType === 'input_required') {
      const asked = names(inputRequests);
      return asked === '' ? 'wants to be called again' : `needs input: ${asked}`;
    }
    if (resultType === 'task' || isObject(task)) return 'became a task';
    if (typeof taskId !== 'string' || typeof status !== 'string') return '';
    return oneLine(isObject(inputRequests) ? `${status}: ${names(inputRequests)}` : status);
  }
  if (decoded?.kind !== 'request' || !isObject(decoded.params)) return '';
  const { inputResponses, requestState } = decoded.params;
  if (isObject(inputResponses)) {
    const given = names(inputResponses);
    return given === '' ? 'called again' : `gives ${given}`;
  }
  return typeof requestState === 'string' ? 'called again' : '';
}
