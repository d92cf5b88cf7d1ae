export { changeHosts } from './change.ts';
export { tapInstallCommand, tapUninstallCommand } from './change-command.ts';
export { tapStatusCommand } from './status-command.ts';
