/** Why an exercise left a step out, in words: for the lines of `record`, and for JUnit. */
const SKIPPED: { readonly [reason: string]: string } = {
  'needs-yes': 'may modify data (needs --yes)',
  'invalid-header-marks': 'invalid x-mcp-header annotations',
  'left-out': 'skipped by the answers file',
  'too-long': 'required arguments are too long to generate; set them in the answers file',
  'too-many': 'too many arguments for one prompt or template',
};

/** The words of a reason; one that is told in other words (a method that failed) is its own. */
export const skippedWords = (reason: string): string => SKIPPED[reason] ?? reason;
