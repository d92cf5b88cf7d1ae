import { existsSync, realpathSync } from 'node:fs';

export const isSameFile = (path: string, other: string): boolean =>
  path === other || (existsSync(path) && existsSync(other) && realpathSync(path) === realpathSync(other));
