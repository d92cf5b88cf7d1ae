export const ERRORS = {
  'err-reserved-range': {
    title: 'Keep custom error codes out of -32020..-32099',
    found: 'The error code is {0}.',
    why: 'The specification assigns codes in this range. A later version may give this one a meaning that clients act on.',
    fix: 'Use -32603 with a clear message, or a code of your own outside -32768..-32000, such as 1001.',
  },
  'err-legacy-range': {
    title: 'Avoid codes -32000..-32019 in new implementations',
    found: 'The error code is {0}.',
    why: 'Older SDKs used these codes for many things, so clients must not read any meaning into them.',
    fix: 'Use a standard code: -32602 for wrong parameters, -32603 for an internal error. Or one of your own outside -32768..-32000.',
  },
  'err-retired-codes': {
    title: 'Do not emit the retired codes -32002 and -32042',
    found: 'The error code is {0}.',
    why: 'Clients of this protocol version expect -32602 for a missing resource, and a result with `input_required` where a user has to open a page.',
    fix: 'Respond to a missing resource with -32602 and its `uri` in `data`. When the user has to open a page, return a result whose `resultType` is `input_required`.',
  },
  'err-defined-code-misused': {
    title: 'Use -32020, -32021 and -32022 only with their defined meaning',
    found: 'Code {0} does not fit here (`{1}`).',
    why: 'Clients act on these codes automatically: they retry the request with other headers, capabilities or versions, and here that changes nothing.',
    fix: 'Send -32020 only for HTTP headers, -32021 only for capabilities that the request did not declare, -32022 only for a version that is not supported.',
  },
  'err-jsonrpc-reserved-range': {
    title: 'Allocate application codes outside -32768..-32000',
    found: 'The error code is {0}.',
    why: 'JSON-RPC 2.0 reserves this range.',
    fix: 'Use a standard code, or one of your own outside -32768..-32000.',
  },
  'err-32042-before-2025-11-25': {
    title: 'Do not send -32042 before 2025-11-25',
    found: 'The error code is {0}.',
    why: 'Clients of this protocol version cannot open a page for it. They show an error that nobody can act on.',
    fix: 'Send -32042 only after 2025-11-25 was negotiated. Before that, name the page in the error message or in the result.',
  },
};
