/** What a person may set about how a connection gets authorized. */
export interface AuthorizationSettings {
  /** `none`: a refusal stays a refusal, and nothing is asked of any authorization server. */
  readonly mode?: 'automatic' | 'none';
  /** A client that was registered with the authorization server beforehand. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Asked for in place of what the server names, separated by spaces. */
  readonly scopes?: string;
  /** The HTTPS address of a client id metadata document, used where the authorization server supports them. */
  readonly clientMetadataUrl?: string;
  /** A server elsewhere may name addresses of this computer and of local networks. */
  readonly anyAddress?: boolean;
}
