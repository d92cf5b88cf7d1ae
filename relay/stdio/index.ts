export { StdioTransport, type StdioTimes } from './stdio-transport.ts';
