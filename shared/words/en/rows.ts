import type { AuthorizationStep } from '#shared/recording';
import type { Phase } from '#shared/session';
import { counted } from '../figures.ts';

/** Words of the rows of the diagram. */
export const rows = {
  phases: {
    connection: 'Connect',
    initialization: 'Initialize',
    discovery: 'Discover',
    operation: 'Operate',
    shutdown: 'Shutdown',
  } as { readonly [phase in Phase]: string },
  idle: (time: string): string => `${time} idle`,
  clientToServer: 'client to server',
  serverToClient: 'server to client',
  request: 'request',
  notification: 'notification',
  malformed: 'malformed',
  resultOf: 'result of',
  result: 'result',
  error: 'error',
  trouble: 'trouble',
  atTime: (time: string): string => `at ${time}`,
  took: (time: string): string => time,
  details: {
    offers: (revision: string): string => `offers ${revision}`,
    items: (list: string, n: number, more: boolean): string => {
      const names: { readonly [list: string]: readonly [string, string] } = {
        tools: ['tool', 'tools'],
        resources: ['resource', 'resources'],
        resourceTemplates: ['resource template', 'resource templates'],
        prompts: ['prompt', 'prompts'],
      };
      const [one, several] = names[list] ?? ['item', 'items'];
      return `${counted(n, one, several)}${more ? ', more follow' : ''}`;
    },
    blocks: (n: number): string => counted(n, 'content block'),
    toolError: 'tool error',
    asks: 'asks the client',
    by: {
      auto: 'automatic',
      user: 'by hand',
      host: 'from the host program',
      rerun: 'sent again',
      exercise: 'exercise',
      mock: 'from a mock',
    },
    repeats: (id: string): string => `repeats #${id} with new headers`,
    batch: (n: number): string => `batch of ${counted(n, 'message')}`,
    progress: (done: number, total: number | undefined): string =>
      total === undefined ? `${done}` : `${done} / ${total}`,
  },
  stderr: 'stderr',
  process: {
    spawn: (pid: string): string => `started, pid ${pid}`,
    'spawn-failed': 'could not be started',
    'stdin-end': 'stdin closed',
    'stdin-error': 'stdin broke',
    undelivered: (size: string): string => `stdin broke, ${size} not delivered`,
    'stdin-wait': (size: string): string => `stdin: the server has not read ${size}`,
    'stdin-drain': 'stdin was read',
    'stdout-end': 'stdout ended',
    'stdout-hold': 'stdout paused until the server reads stdin',
    'stdout-resume': 'stdout read again',
    stray: (command: string, pid: string): string => `left the process group: ${command}, pid ${pid}`,
    signal: (signal: string): string => `${signal} sent`,
    signalTo: (signal: string, pid: string): string => `${signal} sent to pid ${pid}`,
    exitCode: (code: number): string => `exited with code ${code}`,
    exitSignal: (signal: string): string => `ended by ${signal}`,
    exit: 'exited',
  },
  http: {
    endedBy: {
      server: 'stream closed by the server',
      client: 'stream closed by the client',
      network: 'cut by the network',
    },
    ended: 'stream closed',
    /** The proxy by which a request goes. */
    via: (proxy: string): string => `by proxy ${proxy}`,
    unverified: 'certificate not verified',
    without: (names: string): string => `without ${names}`,
    hiddenTarget: 'an address that the browser hides',
    hiddenHops: 'the browser hides the hops before it',
    retry: 'sent again: the server had closed the idle connection',
  },
  connection: {
    opening: 'connecting',
    open: 'connected',
    resumed: 'connection resumed',
    era: 'the era was found',
    restarted: 'the server is a new one',
    authorization: 'authorization',
    slowed: 'slowed down',
    policy: 'automatic steps changed',
    closing: 'closing',
    closed: 'closed',
    problem: 'problem',
  },
  sse: {
    event: 'SSE',
    empty: 'SSE event without a message',
    retry: (ms: number): string => `retry ${ms} ms`,
    endpoint: (path: string): string => `messages are posted to ${path}`,
  },
  note: 'note',
  gap: {
    events: (n: number): string => `${counted(n, 'event')} left out`,
    bytes: (size: string): string => `${size} left out`,
    other: 'something was left out',
    atMost: (what: string): string => `at most ${what}`,
  },
  nonStandard: 'not in the protocol',
  notUnderstood: (at: number | undefined): string =>
    at === undefined ? 'not understood' : `not understood (line or entry ${at})`,
  unknown: (kind: string): string => `event of unknown kind ${kind}`,
  input: {
    needs: (names: string): string => (names === '' ? 'wants to be called again' : `needs input: ${names}`),
    gives: (names: string): string => (names === '' ? 'called again' : `gives ${names}`),
    again: 'called again',
    task: 'became a task',
  },
  steps: {
    'resource-metadata': 'resource metadata',
    'server-metadata': 'server metadata',
    'client-registration': 'client registration',
    authorization: 'authorization',
    token: 'token',
    'token-exchange': 'token exchange',
  } as { readonly [step in AuthorizationStep]: string },
  authorizationWays: { c2s: 'client to authorization server', s2c: 'authorization server to client' },
};
