/** The client’s side: asking a model, its folders, forms, and its answers within a request (client, basic/patterns/mrtr). */
export const CLIENT = `
SamplingMessage # A message to or from a model.
  role: Role # Who says it.
  content: said # What is said; from 2025-11-25 also a list of blocks.
  _meta?: MetaObject @2025-11-25.. # Notes of the sender, keyed by prefixed names.
ModelPreferences # Which model the server would like.
  hints?: ModelHint[] # Names of models, best first.
  costPriority?: number(0..1) # How much price matters, 0 to 1.
  speedPriority?: number(0..1) # How much speed matters, 0 to 1.
  intelligencePriority?: number(0..1) # How much ability matters, 0 to 1.
ModelHint # Part of a model’s name.
  name?: string # Part of a model’s name.
ToolChoice @2025-11-25.. # Whether the model may or must use tools.
  mode?: "auto" | "required" | "none" # auto unless given.
CreateMessageResult # What the model said.
  role: Role # Who says it.
  content: said # What is said; from 2025-11-25 also a list of blocks.
  model: string=example-model # Name of the model.
  stopReason?: string~endTurn,stopSequence,maxTokens,toolUse # Why it stopped.
  _meta?: MetaObject # Notes beside the result.
Root # A folder or file that the client works in.
  uri: uri=file:///home/example # Its address, beginning with file://.
  name?: string # Name to show.
  ...meta
ListRootsResult # The folders that the client works in.
  roots: Root[] # The folders.
  _meta?: MetaObject @..2025-11-25 # Notes beside the result.
request sampling/createMessage CreateMessage @..2025-11-25 bare -> CreateMessageResult, CreateTaskResult # Asks the client for a message of a model.
  messages: SamplingMessage[] # What was said so far.
  maxTokens: integer # Longest answer, in tokens.
  modelPreferences?: ModelPreferences # Which model the server would like.
  systemPrompt?: string # What to tell the model first.
  includeContext?: "none" | "thisServer" | "allServers" # Context of servers to include.
  temperature?: number # How freely the model chooses.
  stopSequences?: string[] # Texts at which to stop.
  metadata?: {} # More for the provider of the model.
  tools?: Tool[] @2025-11-25.. # Tools that the model may use.
  toolChoice?: ToolChoice @2025-11-25.. # Whether the model may or must use tools.
  task?: TaskMetadata @2025-11-25 # Run it as a task.
  _meta?: RequestMetaObject @..2025-11-25 # Notes beside the parameters.
request roots/list ListRoots @..2025-11-25 bare -> ListRootsResult # Asks for the folders that the client works in.
  _meta?: 2024-11-05 RequestMetaObject; 2026-07-28 MetaObject # Notes beside the parameters.
notification notifications/roots/list_changed RootsListChanged @..2025-11-25 # The client’s roots changed.
said: TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[]

StringSchema @2025-06-18.. # Asks for text.
  ...question
  type: "string" # Type of the value.
  minLength?: integer # Fewest characters.
  maxLength?: integer # Most characters.
  format?: "email" | "uri" | "date" | "date-time" # What the text must be.
  default?: string @2025-11-25.. # Value that is filled in.
NumberSchema @2025-06-18.. # Asks for a number.
  ...question
  type: "number" | "integer" # Type of the value.
  minimum?: number # Smallest value.
  maximum?: number # Largest value.
  default?: number @2025-11-25.. # Value that is filled in.
BooleanSchema @2025-06-18.. # Asks yes or no.
  ...question
  type: "boolean" # Type of the value.
  default?: boolean # Value that is filled in.
EnumSchema: 2025-06-18 legacyEnum; 2025-11-25 selectEnum @2025-06-18.. # Asks to choose.
LegacyTitledEnumSchema: legacyEnum @2025-11-25.. # Asks to choose one; shown names in a list beside.
legacyEnum
  ...question
  type: "string" # Type of the value.
  enum: string[] # Values to choose from.
  enumNames?: string[] # What to show for each value.
  default?: string @2025-11-25.. # Value that is filled in.
UntitledSingleSelectEnumSchema @2025-11-25.. # Asks to choose one.
  ...question
  type: "string" # Type of the value.
  enum: string[] # Values to choose from.
  default?: string @2025-11-25.. # Value that is filled in.
TitledSingleSelectEnumSchema @2025-11-25.. # Asks to choose one, with names to show.
  ...question
  type: "string" # Type of the value.
  oneOf: titledValue[] # Values and what to show.
  default?: string @2025-11-25.. # Value that is filled in.
UntitledMultiSelectEnumSchema @2025-11-25.. # Asks to choose some.
  ...question
  type: "array" # Type of the value.
  items # What can be chosen.
    type: "string" # Type of the value.
    enum: string[] # Values to choose from.
  ...choices
TitledMultiSelectEnumSchema @2025-11-25.. # Asks to choose some, with names to show.
  ...question
  type: "array" # Type of the value.
  items # What can be chosen.
    anyOf: titledValue[] # Values and what to show.
  ...choices
PrimitiveSchemaDefinition: StringSchema | NumberSchema | BooleanSchema | EnumSchema @2025-06-18.. # One field of a form.
ElicitRequestFormParams @2025-06-18.. # Asks the person to fill in a form.
  mode?: "form" @2025-11-25.. # Says that this is a form; without mode it is one too.
  message: string # What to tell the person.
  requestedSchema # Fields of the form, as a flat JSON Schema.
    $schema?: string @2025-11-25.. # Dialect of the schema.
    type: "object" # A form is always an object.
    properties: {PrimitiveSchemaDefinition} # Fields of the form.
    required?: string[] # Fields that must be filled in.
  task?: TaskMetadata @2025-11-25 # Run it as a task.
  _meta?: RequestMetaObject @..2025-11-25 # Notes beside the parameters.
ElicitRequestURLParams @2025-11-25.. # Asks the person to visit a page.
  mode: "url" # Says that a page is to be visited.
  message: string # What to tell the person.
  url: uri=https://example.com/ # Address of the page.
  elicitationId: string @2025-11-25 # Names this visit; notifications/elicitation/complete repeats it.
  task?: TaskMetadata @2025-11-25 # Run it as a task.
  _meta?: RequestMetaObject @..2025-11-25 # Notes beside the parameters.
ElicitResult @2025-06-18.. # What the person did.
  action: "accept" | "decline" | "cancel" # Whether the person agreed, refused or went away.
  content?: {formValue} # What was filled in.
  _meta?: MetaObject @..2025-11-25 # Notes beside the result.
request elicitation/create Elicit: ElicitRequestFormParams | ElicitRequestURLParams @2025-06-18..2025-11-25 bare -> ElicitResult, CreateTaskResult # Asks the person something.
notification notifications/elicitation/complete ElicitationComplete @2025-11-25 # The person is done on the page.
  elicitationId: string # elicitationId of the request.
selectEnum: UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema
question
  title?: string # Name to show.
  description?: string # What to fill in.
titledValue
  const: string # The value.
  title: string # What to show for it.
choices
  minItems?: integer # Fewest choices.
  maxItems?: integer # Most choices.
  default?: string[] @2025-11-25.. # Value that is filled in.
formValue: 2025-06-18 string | number | boolean; 2025-11-25 string | number | boolean | string[]

InputRequest: ElicitRequest | CreateMessageRequest | ListRootsRequest @2026-07-28.. # One question of the server.
InputRequests: {InputRequest} @2026-07-28.. # Questions of the server, by name.
InputResponse: ElicitResult | CreateMessageResult | ListRootsResult @2026-07-28.. # Answer to one question of the server.
InputResponses: {InputResponse} @2026-07-28.. # Answers to the server, under the names of its questions.
result InputRequiredResult @2026-07-28.. # The server needs answers first: send the request again with them.
  resultType: "input_required" # Says that the server needs answers first.
  inputRequests?: InputRequests # What the server asks, by name.
  requestState?: string # To be sent back unchanged.
`;
