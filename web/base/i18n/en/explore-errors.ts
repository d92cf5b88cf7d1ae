import { errorCodes } from '#shared/words/en';

export const errors = {
  message: 'Message of the error',
  meanings: errorCodes.meanings,
  unknown: 'A number that neither JSON-RPC nor MCP defines: its meaning is the server’s own.',
  retired: (revision: string): string => `Revision ${revision} no longer allows this code.`,
  requested: 'Asked for',
  supported: 'The server speaks',
  required: 'The request must declare',
  missing: 'Missing',
  none: 'none',
  visit: 'Visit these pages first, then send the request again:',
  visited: 'done, says the server',
  notWeb: 'no web address; not opened from here',
  retry: 'Send the request again',
};
