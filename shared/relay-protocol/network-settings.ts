/** How the relay gets to an HTTP server through a network: by which proxy, and whom TLS trusts. */

export interface NetworkSettings {
  /**
   * Address of the proxy for everything the connection sends, servers on this computer included; `http://` or `https://`, with
   * `name:password@` where it asks for them. Absent means that the environment says (`HTTPS_PROXY` and its kin).
   */
  readonly proxy?: string;
  /** No proxy, whatever the environment says. */
  readonly noProxy?: true;
  /** PEM file with certificates that are trusted in addition to those of Node. */
  readonly ca?: string;
  /** PEM file of the client certificate, with its chain; shown to this server alone. */
  readonly cert?: string;
  /** PEM file of its key; by default in the same file. */
  readonly key?: string;
  readonly passphrase?: string;
  /** Any certificate is accepted, except a proxy's: others on the way can read and change everything. */
  readonly unverified?: true;
}

/** Names of the text settings, as in connect forms and stored servers. */
export const NETWORK_TEXTS = ['proxy', 'ca', 'cert', 'key', 'passphrase'] as const;

/** A proxy's address without user name and password; of an invalid address, the text after its last `@`. */
export function bareProxy(proxy: string): string {
  return proxy.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1');
}
