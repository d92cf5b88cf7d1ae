import type { EventBody } from '#shared/recording';
import { client, complete, failure, LATEST, meta, request, result, server } from './messages.ts';
import { CLOSED, discovered, examples, SPAWNED } from './script.ts';

const discover: EventBody = client(request(2, 'server/discover', { _meta: meta() }));
const found = (more: object): EventBody =>
  server(complete(2, { supportedVersions: [LATEST], capabilities: {}, ttlMs: 0, cacheScope: 'private', ...more }));
const initialize = client(
  request(3, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  }),
);
const list = client(request(1, 'tools/list', { _meta: meta() }));
const tools = server(complete(1, { tools: [], ttlMs: 0, cacheScope: 'private' }));

export const MODERN_DISCOVER = examples(SPAWNED, {
  'discover-implemented': {
    given: [...SPAWNED, list, tools],
    breaks: [discover, server(failure(2, -32601, 'Method not found'))],
    keeps: [discover, found({})],
  },
  'discover-result': {
    given: [...discovered()],
    breaks: [discover, found({ supportedVersions: LATEST })],
    keeps: [discover, found({})],
  },
  'discover-modern-error-fallback': {
    breaks: [discover, server(failure(2, -32021, 'No', { requiredCapabilities: { roots: {} } })), initialize],
    keeps: [discover, server(failure(2, -32601, 'Method not found')), initialize],
  },
  'discover-modern-initialize': {
    given: [...SPAWNED, discover],
    breaks: [found({}), initialize],
    keeps: [found({ supportedVersions: [LATEST, '2025-11-25'] }), initialize],
  },
  'discover-lists-current': {
    breaks: [discover, found({ supportedVersions: [] })],
    keeps: [discover, found({})],
  },
  'discover-probe-fallback': {
    breaks: [discover, server(failure(2, -32000, 'Not initialized')), CLOSED],
    keeps: [
      discover,
      server(failure(2, -32000, 'Not initialized')),
      initialize,
      server(
        result(3, {
          protocolVersion: '2025-11-25',
          capabilities: {},
          serverInfo: { name: 'server', version: '1.0.0' },
        }),
      ),
      CLOSED,
    ],
  },
});
