/** Opening a session, what each side can do, and signs of life (basic/lifecycle; 2026-07-28: server/discover). */
import type { Span } from '../history.ts';
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import * as s from '../shape.ts';

const HANDSHAKE: Span = { until: '2025-11-25' };
const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };

/** A capability that is declared by being there. */
const there = (doc: string, span: Span = {}): s.Field => s.optional(s.record(), doc, span);
const listChanged = s.optional(s.boolean(), 'Says when the list changes.');
const experimental = s.optional(s.record(s.record()), 'Features outside the specification, by name.');
const extensions = s.optional(s.record(s.record()), 'Extensions and their settings, by identifier.', {
  since: '2026-07-28',
});

const clientTasks = s.optional(
  s.object({
    list: there('Lists its tasks.'),
    cancel: there('Lets its tasks be cancelled.'),
    requests: s.optional(
      s.object({
        sampling: s.optional(s.object({ createMessage: there('Runs sampling as a task.') }), 'Sampling as a task.'),
        elicitation: s.optional(s.object({ create: there('Runs elicitation as a task.') }), 'Elicitation as a task.'),
      }),
      'Requests it can run as tasks.',
    ),
  }),
  'Runs requests as tasks.',
  TASKS,
);
const serverTasks = s.optional(
  s.object({
    list: there('Lists its tasks.'),
    cancel: there('Lets its tasks be cancelled.'),
    requests: s.optional(
      s.object({ tools: s.optional(s.object({ call: there('Runs tool calls as tasks.') }), 'Tools as tasks.') }),
      'Requests it can run as tasks.',
    ),
  }),
  'Runs requests as tasks.',
  TASKS,
);

const definitions = {
  ClientCapabilities: s.define(
    'What the client can do.',
    s.object({
      roots: s.optional(
        s.object({ listChanged: s.optional(s.boolean(), 'Says when the roots change.', HANDSHAKE) }),
        'Tells the folders it works in.',
      ),
      sampling: s.optional(
        s.versions(
          ['2024-11-05', s.record()],
          [
            '2025-11-25',
            s.object({
              context: there('Can include context of servers (includeContext).'),
              tools: there('Lets the model use tools.'),
            }),
          ],
        ),
        'Asks a model for the server.',
      ),
      elicitation: s.optional(
        s.versions(
          ['2025-06-18', s.record()],
          [
            '2025-11-25',
            s.object({ form: there('Asks the person with a form.'), url: there('Sends the person to a page.') }),
          ],
        ),
        'Asks the person for the server.',
        { since: '2025-06-18' },
      ),
      tasks: clientTasks,
      experimental,
      extensions,
    }),
  ),
  ServerCapabilities: s.define(
    'What the server can do.',
    s.object({
      tools: s.optional(s.object({ listChanged }), 'Offers tools.'),
      resources: s.optional(
        s.object({ subscribe: s.optional(s.boolean(), 'Says when a resource changes.'), listChanged }),
        'Offers resources.',
      ),
      prompts: s.optional(s.object({ listChanged }), 'Offers prompts.'),
      completions: there('Completes arguments.', { since: '2025-03-26' }),
      logging: there('Sends log messages.'),
      tasks: serverTasks,
      experimental,
      extensions,
    }),
  ),
  InitializeResult: result(
    'The server accepts the session.',
    {
      protocolVersion: s.required(s.string({ example: '2025-11-25' }), 'Revision that the session will speak.'),
      capabilities: s.required(s.ref('ServerCapabilities'), 'What the server can do.'),
      serverInfo: s.required(s.ref('Implementation'), 'Which program the server is.'),
      instructions: s.optional(s.string(), 'How to use the server, for the model.'),
    },
    HANDSHAKE,
  ),
  DiscoverResult: result(
    'What the server speaks and can do.',
    {
      supportedVersions: s.required(s.list(s.string()), 'Revisions that the server speaks.'),
      capabilities: s.required(s.ref('ServerCapabilities'), 'What the server can do.'),
      instructions: s.optional(s.string(), 'How to use the server, for the model.'),
      ...CACHEABLE,
    },
    { since: '2026-07-28' },
  ),
};

export const lifecycle = theme(
  definitions,
  request('initialize', 'Initialize', 'Opens the session: revision, capabilities and identity of the client.', {
    ...HANDSHAKE,
    params: {
      protocolVersion: s.required(
        s.string({ suggest: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'], example: '2025-11-25' }),
        'Revision that the client wants to speak.',
      ),
      capabilities: s.required(s.ref('ClientCapabilities'), 'What the client can do.'),
      clientInfo: s.required(s.ref('Implementation'), 'Which program the client is.'),
    },
    results: ['InitializeResult'],
  }),
  notification('notifications/initialized', 'Initialized', 'The client is ready; the session begins.', HANDSHAKE),
  request('server/discover', 'Discover', 'Asks which revisions the server speaks and what it can do.', {
    since: '2026-07-28',
    results: ['DiscoverResult'],
  }),
  request('ping', 'Ping', 'Asks for a sign of life.', { ...HANDSHAKE, results: ['EmptyResult'] }),
);
