export {
  ACCEPT_DAMAGED,
  type AskedOf,
  type CliCommand,
  codeWhere,
  type CommandIo,
  commandLine,
  defineCommand,
  ioBeside,
  jsonLine,
  jsonPieces,
  NO_COLOR,
  NO_REDACT,
  oneFile,
  parseProblem,
  SERVER_OF,
  terminalOf,
  whereRead,
  ends,
  EXIT,
  written,
} from './command.ts';
export { LABELS, readLabels } from './labels.ts';
export { adviceLine } from './network-advice.ts';
export { NETWORK, networkOf, networkSettings, networkWarning } from './network-args.ts';
export { readTarget, TARGET, type Given, type Target } from './target.ts';
