export { OTLP_OPTIONS, otlpHelp, readOtlp, type OtlpTarget } from './args.ts';
export { sendTelemetry } from './send.ts';
