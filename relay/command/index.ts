export { ioBeside } from './beside.ts';
export {
  ACCEPT_DAMAGED,
  codeWhere,
  commandLine,
  defineCommand,
  jsonLine,
  NO_COLOR,
  NO_REDACT,
  oneFile,
  parseProblem,
  SERVER_OF,
  type AskedOf,
  type CliCommand,
  type CommandIo,
} from './command.ts';
export { ends, written } from './ends.ts';
export { EXIT } from './exit.ts';
export { LABELS, readLabels } from './labels.ts';
export { adviceLine } from './network-advice.ts';
export { NETWORK, networkOf, networkSettings, networkWarning } from './network-args.ts';
export { readTarget, TARGET, type Given, type Target } from './target.ts';
