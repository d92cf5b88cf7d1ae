import type { FindingsWords } from '../types.ts';

export const UNSURE: FindingsWords['unsure'] = {
  'begins-in-the-middle': 'The recording begins in the middle of the session.',
  'revision-unknown': 'The protocol version in force is not known.',
  'headers-hidden': 'Browsers show a page only some headers.',
  redacted: 'The value was redacted.',
  'too-large': 'The message is too large to be read whole, or is recorded in part.',
  'events-missing': 'Events are missing from the recording.',
  'cut-short': 'The recording ends before it could be seen.',
  'schema-unknown': 'The schema uses a dialect or keyword that cannot be checked here.',
};
