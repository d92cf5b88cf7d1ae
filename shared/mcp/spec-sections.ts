/** Where the specification speaks of a method or session turn: page and heading, by revision; anchors as on modelcontextprotocol.io. */
import { PUBLISHED_REVISIONS } from './revisions.ts';

export interface SpecSection {
  readonly revision: string;
  /** The heading, in the specification's words; of a page without a heading for it, the page's name. */
  readonly title: string;
  readonly url: string;
}

/** Since a revision, a page and a heading on it; `#Name` names the page itself. Undefined ends what was before. */
type Place = readonly [since: string, page?: string, heading?: string];

const [A, B, C, D, E] = PUBLISHED_REVISIONS;
export const SPEC_REVISIONS: readonly string[] = PUBLISHED_REVISIONS;
const SITE = 'https://modelcontextprotocol.io';

const always = (page: string, heading: string): readonly Place[] => [[A, page, heading]];
const tasks = (heading: string, extension = 'Task lifecycle'): readonly Place[] => [
  [D, 'basic/utilities/tasks', heading],
  [E, '/extensions/tasks/overview', extension],
];
const listChanged = (of: string): readonly Place[] => always(`server/${of}`, 'List Changed Notification');
const subscriptions = always('server/resources', 'Subscriptions');

const PLACES: { readonly [about: string]: readonly Place[] } = {
  initialize: [[A, 'basic/lifecycle', 'Initialization'], [E]],
  'notifications/initialized': [[A, 'basic/lifecycle', 'Initialization'], [E]],
  'server/discover': [[E, 'server/discover', '#Discovery']],
  ping: [[A, 'basic/utilities/ping', 'Message Format'], [E]],
  'tools/list': always('server/tools', 'Listing Tools'),
  'tools/call': always('server/tools', 'Calling Tools'),
  'resources/list': always('server/resources', 'Listing Resources'),
  'resources/templates/list': always('server/resources', 'Resource Templates'),
  'resources/read': always('server/resources', 'Reading Resources'),
  'resources/subscribe': subscriptions,
  'resources/unsubscribe': subscriptions,
  'notifications/resources/updated': subscriptions,
  'prompts/list': always('server/prompts', 'Listing Prompts'),
  'prompts/get': always('server/prompts', 'Getting a Prompt'),
  'completion/complete': always('server/utilities/completion', 'Requesting Completions'),
  'logging/setLevel': [
    [A, 'server/utilities/logging', 'Setting Log Level'],
    [E, 'server/utilities/logging', 'Per-request log level'],
  ],
  'notifications/message': always('server/utilities/logging', 'Log Message Notifications'),
  'subscriptions/listen': [[E, 'basic/patterns/subscriptions', 'Opening a Stream']],
  'notifications/subscriptions/acknowledged': [[E, 'basic/patterns/subscriptions', 'Acknowledgment']],
  'tasks/get': tasks('Getting Tasks'),
  'tasks/result': tasks('Retrieving Task Results'),
  'tasks/list': tasks('Listing Tasks'),
  'tasks/cancel': tasks('Cancelling Tasks'),
  'tasks/update': tasks('Input Required Status'),
  'notifications/tasks/status': tasks('Task Status Notification', 'Notifications'),
  'notifications/tasks': tasks('Task Status Notification', 'Notifications'),
  'roots/list': always('client/roots', 'Listing Roots'),
  'notifications/roots/list_changed': [[A, 'client/roots', 'Root List Changes'], [E]],
  'sampling/createMessage': always('client/sampling', 'Creating Messages'),
  'elicitation/create': [
    [C, 'client/elicitation', 'Creating Elicitation Requests'],
    [D, 'client/elicitation', 'Elicitation Requests'],
  ],
  'notifications/elicitation/complete': [
    [D, 'client/elicitation', 'Completion Notifications for URL Mode Elicitation'],
    [E],
  ],
  'notifications/cancelled': [
    [A, 'basic/utilities/cancellation', 'Cancellation Flow'],
    [E, 'basic/patterns/cancellation', 'Cancellation Flow'],
  ],
  'notifications/progress': [
    [A, 'basic/utilities/progress', 'Progress Flow'],
    [E, 'basic/patterns/progress', 'Progress Flow'],
  ],
  'notifications/tools/list_changed': listChanged('tools'),
  'notifications/resources/list_changed': listChanged('resources'),
  'notifications/prompts/list_changed': listChanged('prompts'),
};

/** What is no method but has a place in the specification. */
const TOPICS = {
  stdio: [
    [A, 'basic/transports', 'stdio'],
    [E, 'basic/transports/stdio', '#stdio'],
  ],
  shutdown: [
    [A, 'basic/lifecycle', 'Shutdown'],
    [E, 'basic/transports/stdio', 'Shutdown'],
  ],
  http: [
    [A, 'basic/transports', 'HTTP with SSE'],
    [B, 'basic/transports', 'Sending Messages to the Server'],
    [E, 'basic/transports/streamable-http', 'Sending Messages'],
  ],
  'http-stream': [
    [A, 'basic/transports', 'HTTP with SSE'],
    [B, 'basic/transports', 'Listening for Messages from the Server'],
    [E, 'basic/transports/streamable-http', 'Receiving Messages'],
  ],
  'http-session': [[B, 'basic/transports', 'Session Management'], [E]],
  resumption: [[B, 'basic/transports', 'Resumability and Redelivery'], [E]],
  timeout: [
    [B, 'basic/lifecycle', 'Timeouts'],
    [E, 'basic/patterns/cancellation', 'Timeouts'],
  ],
  versions: [
    [A, 'basic/lifecycle', 'Initialization'],
    [E, 'basic/versioning', 'Protocol Version Negotiation'],
  ],
  messages: [
    [A, 'basic/messages', '#Messages'],
    [B, 'basic', 'Messages'],
  ],
  batch: [
    [A, 'basic/messages', '#Messages'],
    [B, 'basic', 'Batching'],
    [C, 'basic', 'Messages'],
  ],
  input: [[E, 'basic/patterns/mrtr', 'Basic Workflow']],
  authorization: [[B, 'basic/authorization', 'Authorization Flow Steps']],
  registration: [
    [B, 'basic/authorization', 'Dynamic Client Registration'],
    [E, 'basic/authorization/client-registration', 'Dynamic Client Registration'],
  ],
} as const satisfies { readonly [topic: string]: readonly Place[] };
export type SpecTopic = keyof typeof TOPICS;

/** The section on a method as of a revision, known to this program or not; undefined where the specification has none. */
export const methodSection = (method: string, revision: string): SpecSection | undefined =>
  Object.hasOwn(PLACES, method) ? placed(PLACES[method], revision) : undefined;

export const topicSection = (topic: SpecTopic, revision: string): SpecSection | undefined =>
  placed(TOPICS[topic], revision);

const NO_ERRORS = /\/(progress|subscriptions|discover|elicitation|overview)$/;

/** The section on errors of the page that speaks of a method. */
export function errorSection(method: string, revision: string): SpecSection | undefined {
  const section = methodSection(method, revision);
  const page = section?.url.replace(/#.*/, '');
  if (section === undefined || page === undefined || NO_ERRORS.test(page)) return section;
  // Added later than the page.
  if (page.endsWith('/completion') && section.revision < B) return section;
  return { ...section, title: 'Error Handling', url: `${page}#error-handling` };
}

function placed(places: readonly Place[] | undefined, wanted: string): SpecSection | undefined {
  const revision = SPEC_REVISIONS.findLast((each) => each <= wanted) ?? A;
  const [, page, heading] = places?.findLast(([since]) => since <= revision) ?? [];
  if (page === undefined || heading === undefined) return undefined;
  const url = page.startsWith('/') ? `${SITE}${page}` : `${SITE}/specification/${revision}/${page}`;
  return heading.startsWith('#')
    ? { revision, title: heading.slice(1), url }
    : { revision, title: heading, url: `${url}#${anchorOf(heading)}` };
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/ /g, '-');
