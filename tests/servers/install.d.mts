/** Gives undefined when the servers are installed, or what went wrong in a sentence. */
export function ensureServersInstalled(): string | undefined;
