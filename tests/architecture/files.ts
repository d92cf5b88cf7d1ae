/** The files that the rules of the architecture are about. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const top = fileURLToPath(new URL('../..', import.meta.url));

/** Sources below a folder, as paths from the top; packages, declarations and what a check wrote are left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules$|\.)/.test(entry.name) ? [] : filesBelow(path);
    return /\.(ts|svelte|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** The text of a file, by its path from the top. */
export const textOf = (path: string): string => readFileSync(join(top, path), 'utf8');
