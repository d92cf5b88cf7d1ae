export { calibrationWords } from './calibration-words.ts';
export { findingLines, findingWords, verdictLine, WEIGHT_WORDS } from './findings.ts';
export { compareOptions, GATE_OPTIONS, gateHelp, readGate, type GateRequest } from './gate-args.ts';
export { htmlReport } from './html.ts';
export { junitReport } from './junit.ts';
export { commandAgain } from './next-command.ts';
export { textReport } from './text.ts';
export { NOT_SHOWN, tellingAll, tellingIo, tellingOf, type Told } from './told.ts';
export type { ReportContext } from './words.ts';
