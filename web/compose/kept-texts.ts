/** Texts that are kept under a name: messages and scripts. */
import { isObject } from '#shared/jsonrpc';
import { keepState, keptUnder } from '../base/kept-state.ts';

export interface Kept {
  readonly name: string;
  readonly text: string;
  /** The text is hexadecimal digits of exact bytes. */
  readonly hex?: true;
}

const textsUnder = (prefix: string) => ({
  /** By name. Reactive. */
  get all(): readonly Kept[] {
    return keptUnder(prefix)
      .flatMap(([name, value]): Kept[] => {
        const { text, hex } = isObject(value) ? value : {};
        return typeof text === 'string' ? [{ name, text, ...(hex === true ? { hex } : {}) }] : [];
      })
      .sort((a, b) => a.name.localeCompare(b.name));
  },
  put: ({ name, ...kept }: Kept): void => keepState({ [prefix + name]: kept }),
  remove: (name: string): void => keepState({ [prefix + name]: undefined }),
});

export const savedMessages = textsUnder('message ');
export const savedScripts = textsUnder('script ');
