export const remedies = {
  reconnect: 'Reconnect',
  edit: 'Edit server',
  show: 'Show in diagram',
  connectWith: (version: string): string => `Connect with ${version}`,
  addVariable: (name: string): string => `Add ${name}`,
  use: (url: string): string => `Use ${url}`,
  silent: 'No response yet',
  starting: (seconds: number): string => `Starting… ${seconds} s; nothing received yet`,
  waiting: (seconds: number, method: string): string => `Waiting for the response to ${method}… ${seconds} s`,
  downloads: (program: string): string => `${program} may be downloading the server.`,
};
