/** Tools, resources, prompts, completion and their content (server/tools, server/resources, server/prompts). */
export const SERVER = `
Tool # A tool that the server offers.
  name: string=example # Name to call the tool by.
  ...titled
  description?: string # What the tool does, for the model.
  inputSchema: argumentSchema # JSON Schema of the arguments.
  outputSchema?: 2025-06-18 argumentSchema; 2026-07-28 anySchema @2025-06-18.. # JSON Schema of structuredContent in its results.
  annotations?: ToolAnnotations @2025-03-26.. # Hints on what the tool does; not to be trusted.
  execution?: ToolExecution @2025-11-25 # How the tool may be run.
  ...iconsAndMeta
argumentSchema
  $schema?: string @2025-11-25.. # Dialect of the schema; 2020-12 unless given.
  type: "object" # Arguments are always an object.
  properties?: {{}} @..2025-11-25 # Schema of each argument.
  required?: string[] @..2025-11-25 # Arguments that must be given.
anySchema
  $schema?: string # Dialect of the schema; 2020-12 unless given.
ToolAnnotations @2025-03-26.. # Hints on what a tool does; not to be trusted.
  title?: string # Name to show to people.
  readOnlyHint?: boolean # Changes nothing.
  destructiveHint?: boolean # May delete or overwrite.
  idempotentHint?: boolean # Calling it again with the same arguments changes nothing more.
  openWorldHint?: boolean # Deals with the world outside.
ToolExecution @2025-11-25 # How a tool may be run.
  taskSupport?: "forbidden" | "optional" | "required" # Whether it runs as a task.
result ListToolsResult # One page of the tools.
  tools: Tool[] # The tools of this page.
  ...paged
  ...cacheable
result CallToolResult # What a tool gave.
  content: ContentBlock[] # What it gave, for the model.
  structuredContent?: 2025-06-18 {}; 2026-07-28 any @2025-06-18.. # What it gave, as data that fits the outputSchema.
  isError?: boolean # True when the tool failed; the request itself did not.
request tools/list ListTools -> ListToolsResult # Asks for a page of the tools.
  ...page
request tools/call CallTool -> CallToolResult, InputRequiredResult, CreateTaskResult # Calls a tool.
  name: string # Name of the tool.
  arguments?: {} # Arguments that fit its inputSchema.
  task?: TaskMetadata @2025-11-25 # Run it as a task.
  ...inputAnswers
notification notifications/tools/list_changed ToolListChanged # The list of tools changed.

Resource # A resource that the server offers.
  ...resource
ResourceLink @2025-06-18.. # A link to a resource.
  ...resource
  type: "resource_link" # Says that this is a link to a resource.
ResourceTemplate # A family of resources whose addresses follow a template.
  ...described
  uriTemplate: uri-template # Template of the addresses (RFC 6570).
result ListResourcesResult # One page of the resources.
  resources: Resource[] # The resources of this page.
  ...paged
  ...cacheable
result ListResourceTemplatesResult # One page of the resource templates.
  resourceTemplates: ResourceTemplate[] # The templates of this page.
  ...paged
  ...cacheable
result ReadResourceResult # Content of a resource.
  contents: resourceContents[] # Content of the resource, or of each thing in it.
  ...cacheable
request resources/list ListResources -> ListResourcesResult # Asks for a page of the resources.
  ...page
request resources/templates/list ListResourceTemplates -> ListResourceTemplatesResult # Asks for a page of the resource templates.
  ...page
request resources/read ReadResource -> ReadResourceResult, InputRequiredResult # Asks for the content of a resource.
  ...oneResource
  ...inputAnswers
request resources/subscribe Subscribe @..2025-11-25 -> EmptyResult # Asks to be told when a resource changes.
  ...oneResource
request resources/unsubscribe Unsubscribe @..2025-11-25 -> EmptyResult # Asks not to be told any more.
  ...oneResource
notification notifications/resources/list_changed ResourceListChanged # The list of resources changed.
notification notifications/resources/updated ResourceUpdated # A resource changed; read it again.
  ...oneResource
contents
  uri: uri # Address of what this is the content of.
  mimeType?: string~text/plain,application/json # Media type of the content.
  ...meta
described
  name: string=example # Name of the resource.
  ...titled
  description?: string # What it is, for the model.
  mimeType?: string~text/plain,application/json # Media type of its content.
  annotations?: Annotations # Hints on how to use or show it.
  ...iconsAndMeta
resource
  ...described
  ...oneResource
  size?: integer # Bytes of its content.
oneResource
  uri: uri # Address of the resource.
resourceContents: TextResourceContents | BlobResourceContents

Prompt # A prompt that the server offers.
  name: string=example # Name of the prompt.
  ...titled
  description?: string # What it is for.
  arguments?: PromptArgument[] # What it takes.
  ...iconsAndMeta
PromptArgument # An argument of a prompt.
  name: string=example # Name of the argument.
  ...titled
  description?: string # What to give.
  required?: boolean # Whether it must be given.
PromptMessage # A message of a prompt.
  role: Role # Who says it.
  content: ContentBlock # What is said.
result ListPromptsResult # One page of the prompts.
  prompts: Prompt[] # The prompts of this page.
  ...paged
  ...cacheable
result GetPromptResult # The messages of a prompt.
  messages: PromptMessage[] # The messages, in order.
  description?: string # What the prompt is for.
PromptReference # Names a prompt.
  type: "ref/prompt" # Says that a prompt is meant.
  name: string=example # Name of the prompt.
  ...titled
ResourceReference @..2025-03-26 # Names a resource template.
  type: "ref/resource" # Says that a resource template is meant.
  uri: uri-template # The template, or the address of a resource.
ResourceTemplateReference @2025-06-18.. # Names a resource template.
  type: "ref/resource" # Says that a resource template is meant.
  uri: uri-template # The template, or the address of a resource.
result CompleteResult # What could complete the argument.
  completion # The proposals.
    values: 2024-11-05 string[]; 2026-07-28 string[100] # Up to 100 proposals, best first.
    total?: integer # How many there are.
    hasMore?: boolean # Whether there are more than these.
request prompts/list ListPrompts -> ListPromptsResult # Asks for a page of the prompts.
  ...page
request prompts/get GetPrompt -> GetPromptResult, InputRequiredResult # Asks for the messages of a prompt.
  name: string # Name of the prompt.
  arguments?: {string} # Text for each argument.
  ...inputAnswers
notification notifications/prompts/list_changed PromptListChanged # The list of prompts changed.
request completion/complete Complete -> CompleteResult # Asks how an argument could go on.
  ref: PromptReference | ResourceReference | ResourceTemplateReference # What the argument belongs to.
  argument # The argument to complete.
    name: string # Name of the argument or variable.
    value: string # What was typed so far.
  context? @2025-06-18.. # What is known already.
    arguments?: {string} # Arguments that were already given.

TextContent # A piece of text.
  type: "text" # Says that this is text.
  text: string # The text.
  annotations?: Annotations # Hints on how to use or show it.
  ...meta
ImageContent # A picture.
  type: "image" # Says that this is a picture.
  data: byte # The bytes as base64.
  mimeType: string~image/png=image/png # Media type of the bytes.
  annotations?: Annotations # Hints on how to use or show it.
  ...meta
AudioContent @2025-03-26.. # A sound.
  type: "audio" # Says that this is sound.
  data: byte # The bytes as base64.
  mimeType: string~audio/wav=audio/wav # Media type of the bytes.
  annotations?: Annotations # Hints on how to use or show it.
  ...meta
EmbeddedResource # A resource with its content.
  type: "resource" # Says that this is a resource with its content.
  resource: resourceContents # Address and content of the resource.
  annotations?: Annotations # Hints on how to use or show it.
  ...meta
ContentBlock: TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource # Text, picture, sound, link to a resource, or a resource.
TextResourceContents # Content of a resource as text.
  ...contents
  text: string # The text.
BlobResourceContents # Content of a resource as bytes.
  ...contents
  blob: byte # The bytes as base64.
ToolUseContent @2025-11-25.. # The model wants to use a tool.
  type: "tool_use" # Says that the model wants to use a tool.
  id: string # Names this use; the result repeats it.
  name: string # Name of the tool.
  input: {} # Arguments for the tool.
  ...meta
ToolResultContent @2025-11-25.. # What a tool gave that the model wanted to use.
  type: "tool_result" # Says that this is what a tool gave.
  toolUseId: string # Id of the use that this answers.
  content: ContentBlock[] # What the tool gave.
  structuredContent?: 2025-11-25 {}; 2026-07-28 any # What the tool gave, as data.
  isError?: boolean # True when the tool failed.
  ...meta
SamplingMessageContentBlock: TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent @2025-11-25.. # Content of a message to or from a model.
`;
