export { StdioTransport, type StdioOptions, type StdioTimes } from './stdio-transport.ts';
