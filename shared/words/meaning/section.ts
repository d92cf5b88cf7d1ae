/** The section of the specification that speaks of an event. */
import { isObject } from '#shared/jsonrpc';
import { errorSection, methodSection, topicSection, type SpecSection, type SpecTopic } from '#shared/mcp';
import type { HttpBody, WireEvent } from '#shared/recording';
import { SESSION, type SessionLog } from '#shared/session';
import { requestOf } from '#shared/timeline';
import { revisionOf, type States } from './place.ts';

/**
 * Where the specification, as of the revision in force at event `s`, speaks of it: of its method, its errors, its transport. Undefined
 * for what is not of the protocol: stderr, notes, methods of a server's own. Never throws.
 */
export function sectionOf(log: SessionLog, s: number, states: States = log): SpecSection | undefined {
  const event = log.event(s);
  if (!event) return undefined;
  // After it: what answers or names a revision is judged by that one.
  const revision = revisionOf(states.asOf(SESSION, s));
  const about = event.k === 'message' ? undefined : topicOf(log, event);
  if (about !== undefined) return topicSection(about, revision);
  return event.k === 'message' ? messageSection(log, s, revision) : undefined;
}

function messageSection(log: SessionLog, s: number, revision: string): SpecSection | undefined {
  const decoded = log.decoded(s);
  switch (decoded?.kind) {
    case 'request':
    case 'notification':
      // A method of the other era is explained where it belongs.
      return inAnyRevision(methodSection, decoded.method, revision);
    case 'response': {
      const { method } = log.operationOf(s) ?? {};
      if (method === undefined) return topicSection('messages', revision);
      if (decoded.outcome === 'error') return inAnyRevision(errorSection, method, revision);
      const { result } = decoded;
      if (isObject(result) && result['resultType'] === 'input_required') return topicSection('input', revision);
      return inAnyRevision(methodSection, method, revision);
    }
    case 'batch':
      return topicSection('batch', revision);
    default:
      return topicSection('messages', revision);
  }
}

type Find = (method: string, revision: string) => SpecSection | undefined;

const inAnyRevision = (find: Find, method: string, revision: string): SpecSection | undefined =>
  find(method, revision) ?? find(method, '2025-11-25') ?? find(method, '2026-07-28');

function topicOf(log: SessionLog, event: WireEvent): SpecTopic | undefined {
  switch (event.k) {
    case 'process':
      return ['stdin-end', 'signal', 'exit', 'stray'].includes(event.event) ? 'shutdown' : 'stdio';
    case 'connection':
      return CONNECTION[event.event];
    case 'http':
      return httpTopic(log, event);
    case 'sse':
      return event.id === undefined && event.retry === undefined ? 'http-stream' : 'resumption';
    case 'timeout':
      return 'timeout';
    default:
      return undefined;
  }
}

const CONNECTION: { readonly [event: string]: SpecTopic } = {
  era: 'versions',
  authorization: 'authorization',
  closing: 'shutdown',
  closed: 'shutdown',
};

function httpTopic(log: SessionLog, event: HttpBody & WireEvent): SpecTopic {
  if (event.step !== undefined) return event.step === 'client-registration' ? 'registration' : 'authorization';
  if (event.status === 401 || event.status === 403) return 'authorization';
  const method = event.method ?? requestOf(log, event)?.method;
  if (method === 'DELETE' || event.status === 404) return 'http-session';
  return method === 'GET' ? 'http-stream' : 'http';
}
