import { counted } from '../figures.ts';
import type { AnsweredFacts, AskedFacts } from '../meaning/facts.ts';

type Sentences<Facts> = { readonly [method: string]: (facts: Facts) => string };

const during = (text: string): string => (text === '' ? '' : ` while ${text} is pending`);
const of = (text: string): string => (text === '' ? '' : ` ${text}`);
const after = (text: string): string => (text === '' ? '' : `: ${text}`);
const given = (content: string): string => (content === '' ? 'without arguments' : `with ${content}`);
const page =
  (list: string) =>
  ({ who, next, anew }: AskedFacts): string =>
    next
      ? `${who} requests the next page of the list of ${list}.`
      : anew
        ? `${who} requests the list of ${list} again, because it changed.`
        : `${who} requests the list of ${list}. It may come in pages.`;
const changed =
  (list: string) =>
  ({ who }: AskedFacts): string =>
    `${who} reports that its list of ${list} changed. What was fetched before is out of date.`;
const gave = ({ who, content }: AnsweredFacts): string => `${who} responded${after(content)}.`;

/** One sentence or two for each message: what it requests, reports or returns. */
export const meaning = {
  sides: { c2s: 'The client', s2c: 'The server' },
  stop: '.',
  /** Between sentences. */
  space: ' ',
  and: (names: readonly string[]): string =>
    names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`,
  section: (revision: string, title: string): string => `Specification ${revision}: ${title}`,
  requests: {
    ping: ({ who, other }) => `${who} checks that ${other.toLowerCase()} still responds.`,
    'tools/list': page('tools'),
    'tools/call': ({ who, name, content, again }) =>
      again
        ? `${who} calls${of(name)} again, with the input or requestState that the server asked for.`
        : `${who} calls the tool${of(name)} ${given(content)}.`,
    'resources/list': page('resources'),
    'resources/templates/list': page('resource templates'),
    'resources/read': ({ who, name }) => `${who} reads the resource${of(name)}.`,
    'resources/subscribe': ({ who, name }) => `${who} subscribes to changes of the resource${of(name)}.`,
    'resources/unsubscribe': ({ who, name }) => `${who} unsubscribes from changes of the resource${of(name)}.`,
    'prompts/list': page('prompts'),
    'prompts/get': ({ who, name, content }) => `${who} requests the prompt${of(name)} ${given(content)}.`,
    'completion/complete': ({ who, content }) => `${who} requests suggestions for an argument${after(content)}.`,
    'logging/setLevel': ({ who, name }) => `${who} requests log messages of level${of(name)} or more severe.`,
    'subscriptions/listen': ({ who, content }) =>
      `${who} opens a stream for change notifications${after(content)}. The request stays pending while the stream is open.`,
    'tasks/get': ({ who, name }) => `${who} requests the status of the task${of(name)}.`,
    'tasks/result': ({ who, name }) =>
      `${who} requests the result of the task${of(name)}. The response comes when the task has ended.`,
    'tasks/list': ({ who }) => `${who} requests the list of tasks.`,
    'tasks/cancel': ({ who, name }) => `${who} requests cancellation of the task${of(name)}.`,
    'tasks/update': ({ who, name }) => `${who} sends the task${of(name)} the input it is waiting for.`,
    'roots/list': (asked) =>
      `${asked.who} asks the client which folders it may work in (roots)${during(asked.during)}.`,
    'sampling/createMessage': (asked) =>
      `${asked.who} asks the client for a completion from its model${during(asked.during)}${after(asked.content)}.`,
    'elicitation/create': (asked) =>
      asked.member('url') === ''
        ? `${asked.who} asks the user${during(asked.during)}: ${asked.name} ${asked.content}.`
        : `${asked.who} asks the user to open ${asked.member('url')}${during(asked.during)}: ${asked.name}.`,
  } satisfies Sentences<AskedFacts>,
  initialize: (who: string, named: string, revision: string, says: string): string =>
    `${who}${named} opens the session: it offers${revision === '' ? ' no protocol version' : ` protocol version ${revision}`} and ${says}.`,
  discover: ({ who }: AskedFacts): string => `${who} asks which protocol versions and features the server supports.`,
  probe: 'This shows whether a handshake is needed.',
  canBeAsked: (for_: string): string => `says it can be asked for ${for_}`,
  declaresNothing: 'declares no capabilities',
  notifications: {
    'notifications/initialized': ({ who }) =>
      `${who} has received the response to initialize. The handshake is complete and normal operation begins.`,
    'notifications/cancelled': ({ who, name, content }) =>
      `Cancelled: ${who.toLowerCase()} no longer waits for ${name === '' ? 'a request' : name}${after(content)}. No response should follow.`,
    'notifications/progress': ({ name, content }) => `Progress${name && ` of ${name}`}: ${content}.`,
    'notifications/roots/list_changed': ({ who }) =>
      `${who} reports that its roots changed. The server can request them again.`,
    'notifications/message': ({ who, content }) => `${who} logs${after(content)}.`,
    'notifications/tools/list_changed': changed('tools'),
    'notifications/resources/list_changed': changed('resources'),
    'notifications/prompts/list_changed': changed('prompts'),
    'notifications/resources/updated': ({ who, name }) =>
      `${who} reports that the resource${of(name)} changed. The client can read it again.`,
    'notifications/elicitation/complete': ({ who, name }) =>
      `${who} reports that the user has completed the step in the browser${name && ` (${name})`}.`,
    'notifications/subscriptions/acknowledged': ({ who, content }) =>
      `${who} confirms the stream. It covers these changes${after(content)}.`,
    'notifications/tasks/status': ({ name, member }) =>
      `The status of the task${of(name)} is now ${member('status')}${after(member('statusMessage'))}.`,
    'notifications/tasks': ({ name, member }) =>
      `The status of the task${of(name)} is now ${member('status')}${after(member('statusMessage'))}.`,
  } satisfies Sentences<AskedFacts>,
  results: {
    ping: ({ who }) => `${who} responds.`,
    'tools/call': ({ name, content }) => `The tool${of(name)} returned${after(content)}.`,
    'resources/read': ({ name, content }) => `The server returned the resource${of(name)}${after(content)}.`,
    'resources/subscribe': ({ who, name }) =>
      `${who} accepts. It will notify the client when the resource${of(name)} changes.`,
    'resources/unsubscribe': ({ who, name }) =>
      `${who} accepts. It sends no more notifications about the resource${of(name)}.`,
    'prompts/get': ({ name, count }) =>
      `The server returned the prompt${of(name)}: ${counted(count, 'message')} for the model.`,
    'completion/complete': ({ count, content }) =>
      count === 0 ? 'No suggestions.' : `${counted(count, 'suggestion')}: ${content}.`,
    'logging/setLevel': ({ who, name }) => `${who} accepts the log level${of(name)}.`,
    'subscriptions/listen': ({ who }) => `${who} ended the stream of change notifications cleanly.`,
    'tasks/get': ({ name, member }) =>
      `The status of the task${of(name)} is ${member('status')}${after(member('statusMessage'))}.`,
    'tasks/result': ({ name, content }) => `The task${of(name)} ended${after(content)}.`,
    'tasks/list': ({ count }) => `${counted(count, 'task')}.`,
    'tasks/cancel': ({ who, name }) => `${who} accepts the cancellation of the task${of(name)}.`,
    'tasks/update': ({ who, name }) => `${who} accepted the input for the task${of(name)}.`,
    'roots/list': ({ who, count, content }) =>
      count === 0 ? `${who} returns no roots.` : `${who} returns ${counted(count, 'root')}: ${content}.`,
    'sampling/createMessage': ({ member, content }) =>
      `The client returned the response of a model${member('model') && ` (${member('model')})`}${after(content)}.`,
    'elicitation/create': ({ member, content }) =>
      member('action') === 'accept'
        ? `The user accepted${after(content)}.`
        : member('action') === 'decline'
          ? 'The user declined.'
          : member('action') === 'cancel'
            ? 'The user dismissed the request without answering.'
            : `The user responded${after(content)}.`,
  } satisfies Sentences<AnsweredFacts>,
  gave,
  agrees: (who: string, named: string, revision: string): string =>
    `${who}${named} agrees to protocol version ${revision}.`,
  otherRevision: (who: string, named: string, revision: string, offered: string): string =>
    `${who}${named} responds with protocol version ${revision} instead of ${offered}. The client continues with it, or disconnects.`,
  noRevision: (who: string): string => `${who} names no protocol version, although it is required.`,
  supports: (who: string, revisions: string): string => `${who} supports these protocol versions: ${revisions}.`,
  notDiscovered: 'This is not a discover result: it lists no versions. The session starts with initialize.',
  instructions: 'It includes instructions for the model.',
  /** `items` has the number of items and their name. */
  page: (items: string, page: number, more: boolean): string =>
    `${items}${page > 1 ? ` on page ${page}` : ''}. ${more ? 'More follow on the next page.' : 'The list ends here.'}`,
  noList: 'This result contains no list.',
  emptyList: 'The list is empty.',
  toolError: (name: string, content: string): string =>
    `The tool${of(name)} returned an error (isError)${after(content)}. This is not a protocol error: a model can read it and try again.`,
  needsInput: (names: string): string =>
    names === ''
      ? 'The server needs no input, only a retry of the request with its requestState.'
      : `The server needs input before it can respond: ${names}. The client retries the request with it.`,
  becameTask: (task: string): string =>
    `The request continues as task${of(task)}. The client fetches its status and its result later.`,
  errorIs: (who: string, error: string): string => `${who} responded with an error: ${error}.`,
  probeRefused:
    'This is normal: a server that needs a handshake does not know server/discover. The session starts with initialize.',
  noHandshake: 'These versions have no handshake: send requests with one of them in _meta, without initialize.',
  versionsListed: (versions: string): string => `It supports ${versions}.`,
  unmatched: (title: string, text: string): string => `${title}. ${text}`,
  tooLarge: 'The message is too large to be summed up here.',
  unknownRequest: (who: string, method: string, revision: string): string =>
    `${who} sends ${method}, which is not a method of protocol version ${revision}. The receiver may define methods of its own; otherwise it responds with error −32601.`,
  unknownNotification: (who: string, method: string, revision: string): string =>
    `${who} sends ${method}, which is not a notification of protocol version ${revision}. A receiver ignores what it does not know.`,
  notInRevision: (method: string, revision: string): string => `${method} is not part of protocol version ${revision}.`,
  wrongSender: {
    c2s: 'In this protocol version only servers send it.',
    s2c: 'In this protocol version only clients send it.',
  },
  notDeclared: (other: string, capability: string): string =>
    `${other} did not declare the capability ${capability}, which this requires.`,
  batch: (who: string, count: number, methods: string): string =>
    `${who} sends ${counted(count, 'message')} in one batch${after(methods)}.`,
  malformed: (who: string): string => `${who} sent something that is not a valid message.`,
};
