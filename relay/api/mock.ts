/** `mcp-lifeline/mock`: the server of a recording, in the process of a client's test. */
export {
  mockServer,
  type MockListener,
  type MockServer,
  type MockServerOptions,
  type SeenCall,
} from './mock-server.ts';
export type { MockTransport } from './mock-transport.ts';
export type { FaultRule, WireFault } from '#shared/mock';
