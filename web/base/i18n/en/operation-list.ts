import { counted } from '#shared/words';

/** The second view of a session: one line for each operation. */
export const operationList = {
  views: 'View',
  messages: 'Messages',
  toggle: 'Switch between messages and operations',
  axis: 'Start and duration',
  byTool: 'By tool',
  byToolHint: 'Group by tool, prompt or resource, with statistics',
  empty: 'No requests yet.',
  allHidden: 'The filter hides all operations.',
  calls: (n: number): string => counted(n, 'call'),
  callsOf: (n: number, all: number): string => `${n.toLocaleString('en')} of ${counted(all, 'call')}`,
  failed: (n: number): string => `${n.toLocaleString('en')} failed`,
  pending: (n: number): string => `${n.toLocaleString('en')} pending`,
  sent: (size: string): string => `${size} sent`,
  received: (size: string): string => `${size} received`,
  idle: (time: string): string => `${time} idle, omitted`,
  nested: 'server request during a call',
  soFar: (time: string): string => `${time} so far`,
  person: (time: string): string => `${time} waiting for user input`,
  questions: (n: number): string => counted(n, 'server request'),
  progress: (n: number): string => counted(n, 'progress notification'),
  retries: (n: number): string => counted(n, 'retry', 'retries'),
};
