export { OTLP, readOtlp, type OtlpTarget } from './options.ts';
