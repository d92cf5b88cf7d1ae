import type { EventBody } from '#shared/recording';
import { agreed, client, failure, found, fresh, LATEST, meta, offered, request, server } from './messages.ts';
import { CLOSED, discovered, examples, SPAWNED } from './script.ts';

const discover: EventBody = client(request(2, 'server/discover', { _meta: meta() }));
const lists = (versions?: unknown): EventBody => server(found(2, {}, versions));
const initialize = client(offered(3, '2025-11-25'));
const list = client(request(1, 'tools/list', { _meta: meta() }));
const tools = server(fresh(1, { tools: [] }));

export const MODERN_DISCOVER = examples(SPAWNED, {
  'discover-implemented': {
    given: [...SPAWNED, list, tools],
    breaks: [discover, server(failure(2, -32601, 'Method not found'))],
    keeps: [discover, lists()],
  },
  'discover-result': {
    given: [...discovered()],
    breaks: [discover, lists(LATEST)],
    keeps: [discover, lists()],
  },
  'discover-modern-error-fallback': {
    breaks: [discover, server(failure(2, -32021, 'No', { requiredCapabilities: { roots: {} } })), initialize],
    keeps: [discover, server(failure(2, -32601, 'Method not found')), initialize],
  },
  'discover-modern-initialize': {
    given: [...SPAWNED, discover],
    breaks: [lists(), initialize],
    keeps: [lists([LATEST, '2025-11-25']), initialize],
  },
  'discover-lists-current': {
    breaks: [discover, lists([])],
    keeps: [discover, lists()],
  },
  'discover-probe-fallback': {
    breaks: [discover, server(failure(2, -32000, 'Not initialized')), CLOSED],
    keeps: [
      discover,
      server(failure(2, -32000, 'Not initialized')),
      initialize,
      server(agreed(3, '2025-11-25')),
      CLOSED,
    ],
  },
});
