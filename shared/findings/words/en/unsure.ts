import type { FindingsWords } from '../types.ts';

export const UNSURE: FindingsWords['unsure'] = {
  'begins-in-the-middle': 'The recording begins in the middle of the session.',
  'revision-unknown': 'The protocol version in force is not known.',
  'headers-hidden': 'Browsers hide some response headers from pages.',
  redacted: 'The value was redacted.',
  'too-large': 'The message is too large to be read completely, or was only partially recorded.',
  'events-missing': 'Events are missing from the recording.',
  'cut-short': 'The recording ends too early to tell.',
  'schema-unknown': 'The schema uses a dialect or keyword that cannot be checked here.',
  'one-connection': 'The rule compares two connections, but a recording contains only one.',
};
