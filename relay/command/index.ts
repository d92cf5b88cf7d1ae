export { ioBeside } from './beside.ts';
export {
  acceptHelp,
  codeWhere,
  COMMON_OPTIONS,
  defineCommand,
  jsonLine,
  parseOptions,
  parseProblem,
  wrongUse,
  type CliCommand,
  type CommandIo,
  type Parsed,
} from './command.ts';
export { ends, written } from './ends.ts';
export { EXIT } from './exit.ts';
export { LABEL_HELP, LABEL_OPTIONS, readLabels, type GivenLabels } from './labels.ts';
export { adviceLine } from './network-advice.ts';
export {
  NETWORK_HELP,
  NETWORK_OPTIONS,
  networkOf,
  networkSettings,
  networkWarning,
  type GivenNetwork,
} from './network-args.ts';
export {
  CONFIG_OPTIONS,
  readTarget,
  splitCommand,
  TARGET_HELP,
  TARGET_OPTIONS,
  type Given,
  type Target,
} from './target.ts';
