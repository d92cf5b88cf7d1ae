import { errorCodes } from '#shared/words/en';

export const errors = {
  message: 'Error message',
  meanings: errorCodes.meanings,
  unknown: 'Server-defined: neither JSON-RPC nor MCP defines this code.',
  retired: (revision: string): string => `Protocol version ${revision} no longer allows this code.`,
  requested: 'Requested version',
  supported: 'Supported versions',
  required: 'Required capabilities',
  missing: 'Missing',
  none: 'none',
  visit: 'Visit these pages first, then retry:',
  visited: 'reported complete',
  notWeb: 'not a web URL; can’t be opened here',
  retry: 'Send the request again',
};
