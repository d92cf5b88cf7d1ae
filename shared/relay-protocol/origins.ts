/**
 * The origins of a relay. Its page has one for each launch, `http://NAME.localhost:PORT` with a name of 128 random bits, at which no
 * program that had the port before left anything. What must find whichever launch has the port goes by `localhost`: callbacks of
 * authorization servers, and links.
 */

const OWN = /^(http:\/\/)[0-9a-f]{32}\.(localhost(?::\d+)?)$/;

/** The lasting origin for a page's origin; others unchanged. */
export const lastingOrigin = (origin: string): string => origin.replace(OWN, '$1$2');
