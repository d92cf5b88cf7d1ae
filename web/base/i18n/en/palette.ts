/** The palette: what it finds beside the commands. */
export const palette = {
  search: 'Search commands, tools, sessions, events…',
  call: (name: string): string => `Call ${name}`,
  read: (name: string): string => `Read ${name}`,
  prompt: (name: string): string => `Get prompt ${name}`,
  event: (s: string): string => `Go to event ${s}`,
  connect: (name: string): string => `Connect to ${name}`,
  kinds: {
    tool: 'tool',
    resource: 'resource',
    prompt: 'prompt',
    panel: 'panel',
    session: 'session',
    server: 'server',
    recording: 'recording',
  },
  nextRegion: 'Next region of the page',
  previousRegion: 'Previous region of the page',
  tab: 'Switch tab in the region (with Alt while typing)',
};
