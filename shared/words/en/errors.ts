import { ERROR_WORDS, type ErrorKey } from '#shared/mcp';

/** Error codes: what each means, and what to do about it. */
export const errorCodes = {
  meanings: ERROR_WORDS as { readonly [key in ErrorKey]: string },
  advice: {
    parse: 'Check the exact text that was sent.',
    invalidRequest: 'Compare the message with the specification.',
    methodNotFound: 'Check the spelling, and what the receiver declared.',
    invalidParams: 'Compare the parameters with the list and its schema.',
    invalidParamsPerRequest: 'Compare the parameters with the list and its schema, and _meta with the specification.',
    internal: 'The receiver’s log or stderr may say more.',
    resourceNotFound: 'Compare the URI with the list of resources.',
    urlElicitation: 'Visit the pages, then repeat the request.',
    headerMismatch: 'Compare the headers with the body.',
    missingCapability: 'Declare the capability and repeat the request.',
    unsupportedVersion: 'Repeat the request with one of the versions listed.',
  } as { readonly [key in ErrorKey]?: string },
};
