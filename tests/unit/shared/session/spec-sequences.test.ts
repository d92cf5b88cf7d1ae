/** The complete sessions of the specification's facts, where that folder is present, through the fold. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EventBody, HeaderPairs } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { logOf, OPEN } from '../../script.ts';

const FOLDER = new URL('../../../../../shared/spec/sequences/', import.meta.url);

interface SpecEvent {
  readonly kind: string;
  readonly dir?: 'c2s' | 's2c';
  readonly msg?: object;
  readonly x?: string;
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly event?: string;
  readonly id?: string;
  readonly data?: unknown;
  readonly by?: 'server' | 'client' | 'network';
  readonly text?: string;
  readonly code?: number;
}

const PROCESS_EVENTS = { spawn: 'spawn', 'stdin-close': 'stdin-end', exit: 'exit' } as const;

/** One event of those files as this program records it. Throws on a kind it doesn't know, so that none is passed over. */
function toBodies(event: SpecEvent): readonly EventBody[] {
  const { x = '', headers = {} } = event;
  const pairs: HeaderPairs = Object.entries(headers);
  switch (event.kind) {
    case 'message':
      return [{ k: 'message', dir: event.dir ?? 'c2s', raw: JSON.stringify(event.msg) }];
    case 'stdio-line':
      return [{ k: 'stderr', text: `${event.text ?? ''}\n` }];
    case 'process': {
      const name = PROCESS_EVENTS[event.event as keyof typeof PROCESS_EVENTS];
      return [{ k: 'process', event: name, ...(event.code === undefined ? {} : { code: event.code }) }];
    }
    case 'http-request': {
      const { method = '', url = '' } = event;
      const request: EventBody = { k: 'http', x, phase: 'request', method, url, headers: pairs };
      return event.body === undefined
        ? [request]
        : [request, { k: 'message', dir: 'c2s', raw: JSON.stringify(event.body), x }];
    }
    case 'http-response': {
      const response: EventBody = { k: 'http', x, phase: 'response', status: event.status ?? 0, headers: pairs };
      if (headers['content-type'] === 'text/event-stream') return [response];
      // The acknowledgements of the 2024-11-05 transport ("Accepted") are no messages.
      const isMessage = typeof event.body === 'object' && event.body !== null;
      const body: EventBody = { k: 'message', dir: 's2c', raw: JSON.stringify(event.body), x };
      return [response, ...(isMessage ? [body] : []), { k: 'http', x, phase: 'end', by: 'server' }];
    }
    case 'sse':
      return typeof event.data === 'string'
        ? [{ k: 'sse', x, text: `data: ${event.data}\n` }]
        : [{ k: 'message', dir: 's2c', raw: JSON.stringify(event.data), x, sse: { id: event.id ?? '' } }];
    case 'http-end':
      return [{ k: 'http', x, phase: 'end', by: event.by ?? 'server' }];
    default:
      throw new Error(`an event of kind ${event.kind}`);
  }
}

const files = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];

/** Requests that were neither answered nor cancelled. */
const unanswered = (log: SessionLog): unknown[] =>
  log.operations
    .filter(({ outcome }) => outcome !== 'result' && outcome !== 'error' && outcome !== 'cancelled')
    .map(({ method, opened, outcome }) => [method, opened, outcome]);

describe('the sessions of the specification', () => {
  if (files.length === 0) {
    test('are not on this machine', () => {
      console.log(`No ${FOLDER.pathname}: the sessions of the specification were not checked.`);
      expect(existsSync(FOLDER)).toBe(false);
    });
    return;
  }
  test.each(files)('%s', (name) => {
    const events = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly SpecEvent[];
    const log = logOf(...OPEN, ...events.flatMap(toBodies));
    const revision = name.slice(0, 10);
    expect(log.faulty.map((s) => [s, log.notes.get(s)?.faults])).toEqual([]);
    expect(unanswered(log)).toEqual([]);
    expect(log.operations.length).toBeGreaterThan(5);
    expect(log.state).toMatchObject({ revision, offered: revision, initialized: true });
    expect(log.state.lists.tools.items.all).not.toEqual([]);
    expect(log.state.phases.all.map(({ phase }) => phase)).toEqual(
      expect.arrayContaining(['connection', 'initialization', 'operation']),
    );
    const progress = log.notes.flatMap(({ method, op }) => (method === 'notifications/progress' ? [op] : []));
    expect(progress.map((op) => log.operations.get(op)?.method)).toEqual(progress.map(() => 'tools/call'));
    expect(progress).not.toEqual([]);
  });
});
