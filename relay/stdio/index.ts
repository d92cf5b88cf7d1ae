export { withEnvFile } from './env-file.ts';
export { StdioTransport, type StdioOptions, type StdioTimes } from './stdio-transport.ts';
export { LineSplitter, type SplitLine } from './line-splitter.ts';
export { ErrorLines } from './error-lines.ts';
export { outputEvents } from './output.ts';
export { within } from './process-group.ts';
export { explainSpawn } from './spawn-problem.ts';
export { MARK } from './strays.ts';
export { factsOf } from './system-processes.ts';
