/** The official client library's OAuth: large and seldom needed, so loaded once a server asks for authorization. */
export type Library = typeof import('@modelcontextprotocol/client');
export type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/client';

let loading: Promise<Library> | undefined;

/** The library. Rejects when it cannot be loaded (a page whose relay is gone). */
export function library(): Promise<Library> {
  loading ??= import('@modelcontextprotocol/client').catch((error: unknown) => {
    // What could not be loaded now may be there the next time.
    loading = undefined;
    throw error;
  });
  return loading;
}
