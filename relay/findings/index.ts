export { JUDGE, readJudge } from './args.ts';
export { writeBaseline } from './baseline.ts';
export { judgedText, judgeFiles, writeSarif } from './judge-files.ts';
export { lintJson } from './json.ts';
export { lintJunit } from './junit.ts';
