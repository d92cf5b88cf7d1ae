/** Opening a session, what each side can do, and signs of life (basic/lifecycle; 2026-07-28: server/discover). */
export const LIFECYCLE = `
ClientCapabilities # What the client can do.
  roots? # Tells the folders it works in.
    listChanged?: boolean @..2025-11-25 # Says when the roots change.
  sampling?: 2024-11-05 {}; 2025-11-25 samplingCapability # Asks a model for the server.
  elicitation?: 2025-06-18 {}; 2025-11-25 elicitationCapability @2025-06-18.. # Asks the person for the server.
  tasks? @2025-11-25 # Runs requests as tasks.
    list?: {} # Lists its tasks.
    cancel?: {} # Lets its tasks be cancelled.
    requests? # Requests it can run as tasks.
      sampling? # Sampling as a task.
        createMessage?: {} # Runs sampling as a task.
      elicitation? # Elicitation as a task.
        create?: {} # Runs elicitation as a task.
  experimental?: {{}} # Features outside the specification, by name.
  extensions?: {{}} @2026-07-28.. # Extensions and their settings, by identifier.
samplingCapability
  context?: {} # Can include context of servers (includeContext).
  tools?: {} # Lets the model use tools.
elicitationCapability
  form?: {} # Asks the person with a form.
  url?: {} # Sends the person to a page.
ServerCapabilities # What the server can do.
  tools? # Offers tools.
    listChanged?: boolean # Says when the list changes.
  resources? # Offers resources.
    subscribe?: boolean # Says when a resource changes.
    listChanged?: boolean # Says when the list changes.
  prompts? # Offers prompts.
    listChanged?: boolean # Says when the list changes.
  completions?: {} @2025-03-26.. # Completes arguments.
  logging?: {} # Sends log messages.
  tasks? @2025-11-25 # Runs requests as tasks.
    list?: {} # Lists its tasks.
    cancel?: {} # Lets its tasks be cancelled.
    requests? # Requests it can run as tasks.
      tools? # Tools as tasks.
        call?: {} # Runs tool calls as tasks.
  experimental?: {{}} # Features outside the specification, by name.
  extensions?: {{}} @2026-07-28.. # Extensions and their settings, by identifier.
result InitializeResult @..2025-11-25 # The server accepts the session.
  protocolVersion: string=2025-11-25 # Revision that the session will speak.
  capabilities: ServerCapabilities # What the server can do.
  serverInfo: Implementation # Which program the server is.
  instructions?: string # How to use the server, for the model.
result DiscoverResult @2026-07-28.. # What the server speaks and can do.
  supportedVersions: string[] # Revisions that the server speaks.
  capabilities: ServerCapabilities # What the server can do.
  instructions?: string # How to use the server, for the model.
  ...cacheable
request initialize Initialize @..2025-11-25 -> InitializeResult # Opens the session: revision, capabilities and identity of the client.
  protocolVersion: string~2025-11-25,2025-06-18,2025-03-26,2024-11-05=2025-11-25 # Revision that the client wants to speak.
  capabilities: ClientCapabilities # What the client can do.
  clientInfo: Implementation # Which program the client is.
notification notifications/initialized Initialized @..2025-11-25 # The client is ready; the session begins.
request server/discover Discover @2026-07-28.. -> DiscoverResult # Asks which revisions the server speaks and what it can do.
request ping Ping @..2025-11-25 -> EmptyResult # Asks for a sign of life.
`;
