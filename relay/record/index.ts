export { RECORD_HELP, type RecordRequest } from './args.ts';
export { record, type Output } from './run.ts';
