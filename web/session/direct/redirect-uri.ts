import { lastingOrigin } from '#shared/relay-protocol';

/** Where authorization servers send the browser back to this page. */
export const redirectUri = (): string =>
  new URL('authorized', `${lastingOrigin(location.origin)}${location.pathname}`).href;
