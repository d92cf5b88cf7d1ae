/** Secrets that a command line names without saying them. */
import { errorText } from '#shared/base';
import { readFileSync } from 'node:fs';

export type Given<Name extends string> = { readonly [option in `${Name}-env` | `${Name}-file`]?: string | undefined };

export interface Secret {
  readonly text?: string;
  readonly problem?: string;
}

/** The secret that `--NAME-env` or `--NAME-file` leads to, without the line end of a file; `problem` says why there is none. */
export function readSecret<Name extends string>(name: Name, given: Given<Name>, env: NodeJS.ProcessEnv): Secret {
  const variable: string | undefined = given[`${name}-env`];
  const path: string | undefined = given[`${name}-file`];
  if (variable !== undefined && path !== undefined)
    return { problem: `Use either --${name}-env or --${name}-file, not both` };
  if (variable !== undefined) {
    const text = Object.hasOwn(env, variable) ? env[variable] : undefined;
    return text === undefined ? { problem: `The environment variable “${variable}” is not set` } : { text };
  }
  if (path === undefined) return {};
  try {
    return { text: readFileSync(path, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    return { problem: `${path} can’t be read: ${errorText(error)}` };
  }
}
