/** Error responses whose code fixes what `data` holds. */
import type { Span } from '../history.ts';
import { theme } from '../message.ts';
import * as s from '../shape.ts';

const error = (code: number, doc: string, data: s.Field, span: Span): s.Definition =>
  s.define(
    doc,
    s.object({
      jsonrpc: s.required(s.literal('2.0'), 'Always "2.0".'),
      id: s.optional(s.ref('RequestId'), 'Id of the request that failed.'),
      error: s.required(
        s.object({
          code: s.required(s.literal(code), 'Number of the error.'),
          message: s.required(s.string({ example: doc }), 'One sentence about it.'),
          data,
        }),
        'What went wrong.',
      ),
    }),
    span,
  );
const PER_REQUEST: Span = { since: '2026-07-28' };

export const errors = theme({
  URLElicitationRequiredError: error(
    -32042,
    'Pages must be visited first.',
    s.required(
      s.object({ elicitations: s.required(s.list(s.ref('ElicitRequestURLParams')), 'The pages to visit.') }),
      'Which pages.',
    ),
    { since: '2025-11-25', until: '2025-11-25' },
  ),
  HeaderMismatchError: error(
    -32020,
    'HTTP headers do not say what the body says.',
    s.optional(s.any(), 'More about it.'),
    PER_REQUEST,
  ),
  MissingRequiredClientCapabilityError: error(
    -32021,
    'The request did not declare a capability that is needed.',
    s.required(
      s.object({ requiredCapabilities: s.required(s.ref('ClientCapabilities'), 'What should have been declared.') }),
      'Which capabilities.',
    ),
    PER_REQUEST,
  ),
  UnsupportedProtocolVersionError: error(
    -32022,
    'The server does not speak this revision.',
    s.required(
      s.object({
        supported: s.required(s.list(s.string()), 'Revisions that the server speaks.'),
        requested: s.required(s.string(), 'Revision that was asked for.'),
      }),
      'Which revisions.',
    ),
    PER_REQUEST,
  ),
});

/** The definition that fixes `data` for an error code. */
export const ERROR_DEFINITIONS: readonly { readonly code: number; readonly definition: string }[] = [
  { code: -32042, definition: 'URLElicitationRequiredError' },
  { code: -32020, definition: 'HeaderMismatchError' },
  { code: -32021, definition: 'MissingRequiredClientCapabilityError' },
  { code: -32022, definition: 'UnsupportedProtocolVersionError' },
];
