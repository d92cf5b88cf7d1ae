/** What stands in several definitions: names, pictures, pages, `_meta`, and what every message and result has. */
export const FRAGMENTS = `
iconsAndMeta
  ...icons
  ...meta
titled
  title?: string @2025-06-18.. # Name to show to people.
icons
  icons?: Icon[] @2025-11-25.. # Pictures to show beside the name.
meta
  _meta?: MetaObject @2025-06-18.. # Notes of the sender, keyed by prefixed names.
cacheable
  ttlMs: integer(0..) @2026-07-28.. # Milliseconds for which the result may be used again.
  cacheScope: "private" | "public" @2026-07-28.. # Whether others than this client may get the kept result.
paged
  nextCursor?: Cursor # Cursor of the next page; none when this is the last.
page
  cursor?: Cursor # nextCursor of the page before; none for the first.
inputAnswers
  inputResponses?: InputResponses @2026-07-28.. # Answers to inputRequests, under the same names.
  requestState?: string @2026-07-28.. # requestState of the result, unchanged.
requestEnvelope
  jsonrpc: "2.0" # Always "2.0".
  id: RequestId # Number or text that the answer repeats.
notificationEnvelope
  jsonrpc: "2.0" # Always "2.0".
requestMeta
  _meta?: RequestMetaObject !2026-07-28.. # Notes beside the parameters; from 2026-07-28 on version, capabilities and identity of the client.
notificationMeta
  _meta?: NotificationMetaObject # Notes beside the message.
resultKind
  resultType: string~complete=complete @2026-07-28.. # Kind of result: complete, input_required or task.
resultMeta
  _meta?: ResultMetaObject # Notes beside the result.
`;
