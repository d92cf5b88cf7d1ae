/** What messages of every theme are made of (basic/index), and the error responses whose code fixes what `data` holds. */
import { META } from '../../per-request.ts';

export const BASE = `
RequestId: string | integer # Number or text that names a request.
ProgressToken: string | integer # Number or text that ties progress to a request.
Cursor: string # Where the next page begins; only the server can read it.
Role: "user" | "assistant" # Who speaks: the person or the model.
LoggingLevel: "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency" # How grave a log message is, as syslog orders it.
Annotations # Hints for clients on how to use or show something.
  audience?: Role[] # Whom it is meant for.
  priority?: number(0..1) # How much it matters: 1 is necessary, 0 can be left out.
  lastModified?: string @2025-06-18.. # When it last changed, as an ISO 8601 time.
Icon @2025-11-25.. # A picture to show.
  src: uri=https://example.com/icon.png # Address of the picture, or the picture itself as data: URI.
  mimeType?: string~image/png,image/svg+xml # Media type, if the address does not tell.
  sizes?: string[] # Sizes it is good for, such as 48x48 or any.
  theme?: "light" | "dark" # Background it is drawn for.
Implementation # Name and version of a program.
  name: string=example # Name of the program.
  ...titled
  version: string=1.0.0 # Its version.
  description?: string @2025-11-25.. # What the program does.
  ...icons
  websiteUrl?: uri=https://example.com/ @2025-11-25.. # Page about the program.
MetaObject: {} # Notes of the sender, keyed by prefixed names.
RequestMetaObject # Notes beside the parameters of a request.
  progressToken?: ProgressToken # Asks for progress notifications with this token.
  ${META.relatedTask}?: RelatedTaskMetadata @2025-11-25 # The task that this message belongs to.
  ${META.protocolVersion}: string~2026-07-28=2026-07-28 @2026-07-28.. # Revision that the request is written in.
  ${META.clientCapabilities}: ClientCapabilities @2026-07-28.. # What the client can do.
  ${META.clientInfo}?: Implementation @2026-07-28.. # Which program asks; clients should say it.
  ${META.logLevel}?: LoggingLevel @2026-07-28.. # Asks for log messages of this level and above.
NotificationMetaObject # Notes beside the parameters of a notification.
  ${META.relatedTask}?: RelatedTaskMetadata @2025-11-25 # The task that this message belongs to.
  ${META.subscriptionId}?: RequestId @2026-07-28.. # Id of the subscriptions/listen it belongs to.
ResultMetaObject # Notes beside a result.
  ${META.relatedTask}?: RelatedTaskMetadata @2025-11-25 # The task that this message belongs to.
  ${META.serverInfo}?: Implementation @2026-07-28.. # Which program answers; servers should say it.
Result # What a request gave.
  resultType: string~complete=complete @2026-07-28.. # Kind of result.
  _meta?: ResultMetaObject # Notes beside the result.
EmptyResult: Result # A result that says only that it was done.
Error # What went wrong.
  code: integer # Number of the error.
  message: string=Internal error # One sentence about it.
  data?: any # More about it.
JSONRPCRequest # A request of any method.
  jsonrpc: "2.0" # Always "2.0".
  id: RequestId # Id of the request.
  method: string # Name of the method.
  params?: AnyRequestParams # Parameters of the method.
JSONRPCNotification # A notification of any method.
  jsonrpc: "2.0" # Always "2.0".
  method: string # Name of the method.
  params?: AnyNotificationParams # Parameters of the method.
AnyRequestParams # Parameters of a request.
  _meta?: RequestMetaObject @..2025-06-18 # Notes beside the parameters.
AnyNotificationParams # Parameters of a notification.
  _meta?: NotificationMetaObject @..2025-06-18 # Notes beside the parameters.
JSONRPCResponse: resultResponse @..2025-06-18 # Answer of a request that was carried out.
JSONRPCResultResponse: resultResponse @2025-11-25.. # Answer of a request that was carried out.
resultResponse
  jsonrpc: "2.0" # Always "2.0".
  id: RequestId # Id of the request.
  result: Result # What the request gave.
JSONRPCError: errorResponse @..2025-06-18 # Answer of a request that failed.
JSONRPCErrorResponse: errorResponse @2025-11-25.. # Answer of a request that failed.
errorResponse
  jsonrpc: "2.0" # Always "2.0".
  id?: RequestId !..2025-06-18 # Id of the request that failed.
  error: Error # What went wrong.

URLElicitationRequiredError @2025-11-25 # Pages must be visited first.
  ...failed
  error # What went wrong.
    code: -32042 # Number of the error.
    message: string=Pages must be visited first. # One sentence about it.
    data # Which pages.
      elicitations: ElicitRequestURLParams[] # The pages to visit.
HeaderMismatchError @2026-07-28.. # HTTP headers do not say what the body says.
  ...failed
  error # What went wrong.
    code: -32020 # Number of the error.
    message: string=HTTP headers do not say what the body says. # One sentence about it.
    data?: any # More about it.
MissingRequiredClientCapabilityError @2026-07-28.. # The request did not declare a capability that is needed.
  ...failed
  error # What went wrong.
    code: -32021 # Number of the error.
    message: string=The request did not declare a capability that is needed. # One sentence about it.
    data # Which capabilities.
      requiredCapabilities: ClientCapabilities # What should have been declared.
UnsupportedProtocolVersionError @2026-07-28.. # The server does not speak this revision.
  ...failed
  error # What went wrong.
    code: -32022 # Number of the error.
    message: string=The server does not speak this revision. # One sentence about it.
    data # Which revisions.
      supported: string[] # Revisions that the server speaks.
      requested: string # Revision that was asked for.
failed
  jsonrpc: "2.0" # Always "2.0".
  id?: RequestId # Id of the request that failed.
`;
