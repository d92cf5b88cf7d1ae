/** What VS Code's `inputs` declare: values that the host asks for before it starts a server. */
import { isObject } from '#shared/jsonrpc';
import { wordOf, type Fields } from './entries.ts';
import type { OpenValue } from './types.ts';

/** The declared inputs of a configuration: `promptString` and `pickString`; others have nothing to ask with and are left out. */
export function inputsOf(root: Fields): readonly OpenValue[] {
  const nested = isObject(root['mcp']) ? root['mcp']['inputs'] : undefined;
  const list = [root['inputs'], nested].find((each) => Array.isArray(each)) ?? [];
  return list.flatMap((each: unknown): OpenValue[] => {
    if (!isObject(each) || typeof each['id'] !== 'string') return [];
    const { id, description, default: otherwise, options, password } = each;
    const choices = Array.isArray(options)
      ? options.map((option: unknown) => wordOf(isObject(option) ? option['value'] : option))
      : undefined;
    return [
      {
        name: id,
        kind: 'input',
        secret: password === true,
        required: true,
        ...(typeof description === 'string' ? { description } : {}),
        ...(typeof otherwise === 'string' ? { default: otherwise } : {}),
        ...(choices === undefined ? {} : { choices }),
      },
    ];
  });
}
