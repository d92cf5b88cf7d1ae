export { sendTelemetry } from './send.ts';
