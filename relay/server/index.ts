export { startRelay, type Relay, type RelayOptions } from './server.ts';
