export { readTapArgs, TAP_USAGE } from './args.ts';
export { Copies } from './copies.ts';
export { sinceStart, type Copy } from './copy.ts';
export { takeCopies } from './take-copies.ts';
export { TapRecording, type Tapped } from './tap-recording.ts';
export { runTap, runTapWithRules } from './tap.ts';
export { Thread } from './thread.ts';
export { written } from './written.ts';
