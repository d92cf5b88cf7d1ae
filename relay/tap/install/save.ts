/** Writes a configuration in the place of another: whole or not at all, with its mode, behind its link, the one before kept beside. */
import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { errorText } from '#shared/base';
import { writeBeside } from '../../recording/index.ts';
import { readConfig, type ConfigFile } from './files.ts';

/** The file before the first tap, readable by its owner alone. */
const backupOf = (target: string): string => `${target}.before-tap`;

export interface Saved {
  /** Path of the copy from before the first tap. */
  readonly backup?: string;
  /** Why nothing was written. */
  readonly problem?: string;
}

/**
 * Write `text` in the place of what was read. Keeps a copy of that when nothing in it was tapped, and removes the copy when it is
 * what is written now. Refuses when the file is not as it was read. Never throws.
 */
export function saveConfig({ target, text: before, entries }: ConfigFile, text: string): Saved {
  try {
    if (readConfig(target) !== before) return { problem: 'it was changed in the meantime; try again' };
    const mode = statSync(target).mode & 0o7777;
    const backup = backupOf(target);
    if (entries.every(({ state }) => state !== 'tapped')) writeBeside(backup, before);
    writeBeside(target, text);
    chmodSync(target, mode);
    if (!existsSync(backup)) return {};
    if (readFileSync(backup, 'utf8') !== text) return { backup };
    rmSync(backup);
    return {};
  } catch (error) {
    return { problem: errorText(error) };
  }
}
