/** Authorization without a page: redirects are followed, and where a person must consent, the address is printed. */
import { followRedirects, Grants, type AuthorizationSettings, HttpAuthorizer } from '#shared/authorization';
import type { HttpSpec } from '#shared/relay-protocol';
import { KeptFile, listenForCallback, stepFetchBy } from '../authorization/index.ts';
import type { NetworkRoute } from '../http/index.ts';

const CONSENT_MS = 5 * 60_000;

export interface RecordAuthorization {
  readonly authorizer: HttpAuthorizer;
  close(): void;
}

/** Rejects when no port can be had to come back to. `folder` is that of recordings; `ask` shows a person the address to open. */
export async function recordAuthorization(
  { headers }: HttpSpec,
  settings: AuthorizationSettings,
  { folder, road }: { readonly folder: string; readonly road: NetworkRoute },
  ask: (url: string) => void,
): Promise<RecordAuthorization> {
  let listener = await listenForCallback();
  const { redirectUri } = listener;
  const port = Number(new URL(redirectUri).port);
  let closed = false;
  const consent = async (url: string): Promise<string | undefined> => {
    ask(url);
    const timer = setTimeout(() => listener.close(), CONSENT_MS);
    const callback = await listener.callback;
    clearTimeout(timer);
    // A listener hears one answer; the next consent, for a wider scope, has to come back to the same address.
    listener.close();
    if (!closed) listener = await listenForCallback(port);
    return callback;
  };
  const authorizer = new HttpAuthorizer({
    settings,
    headers,
    fetch: stepFetchBy(undefined, road),
    redirectUri,
    redirect: async (url, about) =>
      (await followRedirects(url, about.redirectUri, about.fetch)) ?? (await consent(url)),
    grants: new Grants(),
    kept: new KeptFile(folder),
    clientName: 'Lifeline',
  });
  return {
    authorizer,
    close: () => {
      closed = true;
      authorizer.abandon();
      listener.close();
    },
  };
}
