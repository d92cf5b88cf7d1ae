/** Cancellation, progress and logging (basic/utilities, server/utilities/logging). */
export const UTILITIES = `
notification notifications/cancelled Cancelled always # The sender no longer wants an answer to a request.
  requestId?: RequestId !..2025-06-18 !2026-07-28.. # Id of the request.
  reason?: string # Why, for people.
notification notifications/progress Progress # How far a request has come.
  progressToken: ProgressToken # Token that the request gave.
  progress: number # How far; it only grows.
  total?: number # Where it ends, if that is known.
  message?: string @2025-03-26.. # What is being done.
request logging/setLevel SetLevel @..2025-11-25 -> EmptyResult # Asks for log messages of a level and above.
  level: LoggingLevel # Lowest level to send.
notification notifications/message LoggingMessage # A log message of the server.
  level: LoggingLevel # How grave it is.
  data: any # What to log: text or any JSON.
  logger?: string # Which part of the server says it.
`;
