/** The commands of the program, by name; some names are two words. */
import { authorizationsCommand } from '../authorizations/index.ts';
import { callCommand } from '../call/index.ts';
import type { CliCommand } from '../command/index.ts';
import { compareCommand } from '../compare/index.ts';
import { explainCommand } from '../explain/index.ts';
import { exportCommand } from '../export/index.ts';
import { lintCommand } from '../lint/index.ts';
import { mockCommand } from '../mock/index.ts';
import { recordCommand } from '../record/index.ts';
import { redactCommand } from '../redact/index.ts';
import { rerunCommand } from '../rerun/index.ts';
import { showCommand } from '../show/index.ts';
import { tapInstallCommand, tapStatusCommand, tapUninstallCommand } from '../tap-install/index.ts';

export const COMMANDS: ReadonlyMap<string, CliCommand> = new Map([
  ['record', recordCommand],
  ['call', callCommand],
  ['redact', redactCommand],
  ['show', showCommand],
  ['export', exportCommand],
  ['compare', compareCommand],
  ['lint', lintCommand],
  ['explain', explainCommand],
  ['mock', mockCommand],
  ['rerun', rerunCommand],
  ['tap install', tapInstallCommand],
  ['tap uninstall', tapUninstallCommand],
  ['tap status', tapStatusCommand],
  ['authorizations', authorizationsCommand],
]);
