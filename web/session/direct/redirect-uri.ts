import { lastingOrigin } from '#shared/relay-protocol';

export const redirectUri = (): string =>
  new URL('authorized', `${lastingOrigin(location.origin)}${location.pathname}`).href;
