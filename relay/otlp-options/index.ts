export { OTLP_OPTIONS, otlpHelp, readOtlp, type OtlpTarget } from './options.ts';
