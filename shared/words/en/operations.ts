import { counted } from '../figures.ts';

/** Operations as lines, and the figures for each tool. */
export const operations = {
  title: 'Operations',
  number: 'No.',
  start: 'Start',
  operation: 'Operation',
  answer: 'Response',
  time: 'Time',
  size: 'Size',
  none: 'No operations in this session.',
  nonePasses: 'No operation matches the filter.',
  /** What the marks of a bar mean. */
  running: 'running',
  question: 'server request',
  person: 'waiting for user input',
  held: 'held at the tap',
  heldFor: (time: string): string => `${time} held at the tap`,
  progress: 'progress',
  lasting: 'still open',
  idleLeftOut: 'Idle time is omitted.',
  statistics: 'Statistics',
  name: 'Name',
  count: 'Count',
  failed: 'Failed',
  p50: 'p50',
  p95: 'p95',
  longest: 'Longest',
  sent: 'Sent',
  received: 'Received',
  more: (n: number): string => `… ${counted(n, 'more operation')}`,
};
