export { withEnvFile } from './env-file.ts';
export { StdioTransport, type StdioOptions, type StdioTimes } from './stdio-transport.ts';
export { LineSplitter, type SplitLine } from './line-splitter.ts';
