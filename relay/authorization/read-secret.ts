/** Secrets that a command line names without saying them. */
import { errorText } from '#shared/base';
import { readFileSync } from 'node:fs';
import { kebab } from '../base/index.ts';

export const SECRETS = ['clientSecret', 'assertion', 'idToken', 'idpClientSecret'] as const;
export type SecretName = (typeof SECRETS)[number];

type Given = { readonly [option in `${SecretName}${'Env' | 'File'}`]?: string | undefined };

export interface Secret {
  readonly text?: string;
  readonly problem?: string;
}

/** The secret that `--NAME-env` or `--NAME-file` leads to, without the line end of a file; `problem` says why there is none. */
export function readSecret(name: SecretName, given: Given, env: NodeJS.ProcessEnv): Secret {
  const { [`${name}Env` as const]: variable, [`${name}File` as const]: path } = given;
  if (variable !== undefined && path !== undefined)
    return { problem: `Use either --${kebab(name)}-env or --${kebab(name)}-file, not both` };
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
