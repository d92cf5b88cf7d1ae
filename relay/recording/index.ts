export { defaultFolder, RecordingFolder } from './folder.ts';
export { Recorder, type Write } from './recorder.ts';
export { RecordingFile, type OpenResult } from './recording-file.ts';
export type { Recording } from './store.ts';
export { ViewLines } from './view-lines.ts';
