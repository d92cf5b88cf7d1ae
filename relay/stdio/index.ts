export { withEnvFile } from './environment.ts';
export { StdioTransport, type StdioOptions, type StdioTimes } from './stdio-transport.ts';
export { LineSplitter, type SplitLine } from './line-splitter.ts';
export { ErrorLines } from './error-lines.ts';
export { outputEvents } from './output.ts';
export { signalGroup, within } from './process-group.ts';
export { explainSpawnError, startCommand } from './start-command.ts';
export { MARK } from './strays.ts';
export { factsOf } from './system-processes.ts';
