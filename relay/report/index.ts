export { findingLines, findingWords, verdictLine, WEIGHT_WORDS } from './findings.ts';
export { htmlReport } from './html.ts';
export { junitReport } from './junit.ts';
export { textReport } from './text.ts';
export { NOT_SHOWN, tellingAll, tellingIo, tellingOf, type Told } from './told.ts';
export type { ReportContext } from './words.ts';
