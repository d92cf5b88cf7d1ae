import { counted } from '#shared/words';

export const operationList = {
  title: 'Calls',
  messages: 'Messages',
  toggle: 'Switch between calls and messages',
  nested: 'server request during a call',
  soFar: (time: string): string => `${time} so far`,
  person: (time: string): string => `${time} waiting for user input`,
  sampling: (time: string): string => `${time} waiting for the client (sampling)`,
  questions: (n: number): string => counted(n, 'server request'),
  progress: (n: number): string => counted(n, 'progress notification'),
  retries: (n: number): string => counted(n, 'retry', 'retries'),
  slowest: 'slowest',
  showSlowest: 'Select the call that took longest after initialization',
  byServer: 'waiting for the server',
  spentByServer: 'spent by the server',
  notByServer: 'the server did not respond',
};
