export const remedies = {
  reconnect: 'Reconnect',
  edit: 'Edit server',
  show: 'Show in diagram',
  connectWith: (version: string): string => `Connect with ${version}`,
  addVariable: (name: string): string => `Add ${name}`,
  use: (url: string): string => `Use ${url}`,
  silent: 'No response yet',
  waiting: (seconds: number, method: string): string => `${method} sent ${seconds} s ago, no answer`,
  stop: 'Stop',
  wait: 'Wait',
  process: 'Show process',
  downloads: (program: string): string => `${program} may be downloading the server.`,
};
