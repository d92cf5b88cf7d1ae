import { existsSync, realpathSync } from 'node:fs';

/** True when two paths are one file, by whatever names. */
export const isSameFile = (path: string, other: string): boolean =>
  path === other || (existsSync(path) && existsSync(other) && realpathSync(path) === realpathSync(other));
