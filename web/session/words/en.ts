import { counted } from '#shared/words';

export const exchange = {
  show: 'Show in diagram',
  progress: 'Progress',
  token: 'token',
  awaitsInput: (n: number): string => `The server needs ${counted(n, 'input')} before it responds.`,
  toAsks: 'Answer it',
  becameTask: 'Continues as a task',
  toTask: 'Show task',
  taskAsks: 'The task needs input to continue.',
  timedOut: (why: string): string => `The request was cancelled: ${why}.`,
  sessionLost: 'The session had expired (404), so this request was not carried out. A new session was started.',
  sendAgain: 'Send again',
  takenBack: { client: 'Cancelled by the client.', server: 'Cancelled by the server.' },
  earlier: 'Earlier calls',
  tooLarge: 'The result is too large to show here. Open it from the diagram.',
  noStructured: 'The tool declares an output schema, but the result has no structuredContent.',
  likeSchema: 'structuredContent matches the output schema.',
  unlikeSchema: 'structuredContent does not match the output schema:',
  cannotFile: 'Opened from a file; can’t send',
  cannotClosed: 'Not connected',
};
