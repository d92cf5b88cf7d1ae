/** What a capability allows, by side and path. */
export const capabilities = {
  /** How a server that has these is called in a sentence. */
  has: (names: string): string => `It has ${names}`,
  things: { tools: 'tools', resources: 'resources', prompts: 'prompts' },
  changes: (lists: string): string => `it notifies the client when its ${lists} change`,
  nothing: 'It declares no capabilities.',
  allows: {
    client: {
      roots: 'the server can ask which folders it may work in',
      'roots.listChanged': 'it notifies the server when its roots change',
      sampling: 'the server can request completions from a model',
      'sampling.context': 'the server can request context from MCP servers for the model',
      'sampling.tools': 'the server can give tools to the model',
      elicitation: 'the server can ask the user for input',
      'elicitation.form': 'the user can be asked with a form',
      'elicitation.url': 'the user can be asked to open a web page',
      tasks: 'the client can run requests from the server as tasks',
      experimental: 'it has features outside the specification',
      extensions: 'it supports protocol extensions',
    },
    server: {
      tools: 'its tools can be listed and called',
      'tools.listChanged': 'it notifies the client when the list of tools changes',
      resources: 'its resources can be listed and read',
      'resources.subscribe': 'its resources can be subscribed to',
      'resources.listChanged': 'it notifies the client when the list of resources changes',
      prompts: 'its prompts can be listed and fetched',
      'prompts.listChanged': 'it notifies the client when the list of prompts changes',
      logging: 'it sends log messages',
      completions: 'it suggests values for arguments',
      tasks: 'it can run requests as tasks',
      'tasks.list': 'it can list its tasks',
      'tasks.cancel': 'its tasks can be cancelled',
      experimental: 'it has features outside the specification',
      extensions: 'it supports protocol extensions',
    },
  },
};
