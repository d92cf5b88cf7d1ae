/** What is done on Windows alone, with the system's part played: nothing here was run there. */
import { expect, test } from 'vitest';
import { renamePatiently } from '../../../relay/recording/index.ts';
import { signalGroup } from '../../../relay/stdio/process-group.ts';

/** A rename that the system refuses with these codes, one after the other, before it takes place. */
function refusing(...codes: string[]): { readonly rename: () => void; readonly calls: () => number } {
  let calls = 0;
  const rename = (): void => {
    const code = codes[calls++];
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  return { rename, calls: () => calls };
}

test('a rename that another program is in the way of for a moment is tried again on Windows, and only there', () => {
  const busy = refusing('EPERM', 'EBUSY', 'EACCES');
  renamePatiently('a', 'b', { platform: 'win32', rename: busy.rename });
  expect(busy.calls()).toBe(4);

  const refused = refusing('EACCES');
  expect(() => renamePatiently('a', 'b', { platform: 'linux', rename: refused.rename })).toThrow('EACCES');
  expect(refused.calls()).toBe(1);
});

test('what will not change, or lasts, fails with the words of the system', () => {
  const missing = refusing('ENOENT');
  expect(() => renamePatiently('a', 'b', { platform: 'win32', rename: missing.rename })).toThrow('ENOENT');
  expect(missing.calls()).toBe(1);

  const lasting = refusing(...Array.from({ length: 100 }, () => 'EBUSY'));
  expect(() => renamePatiently('a', 'b', { platform: 'win32', rename: lasting.rename })).toThrow('EBUSY');
  expect(lasting.calls()).toBeLessThan(20);
});

/** No process has this number: a signal that is sent all the same reaches nobody. */
const NOBODY = 999_999_999;

test('the tree of a server is asked to close on Windows before it is killed', () => {
  const asked: (readonly string[])[] = [];
  const taskkill = (args: readonly string[]): void => void asked.push(args);
  signalGroup(NOBODY, 'SIGTERM', { platform: 'win32', taskkill });
  signalGroup(NOBODY, 'SIGKILL', { platform: 'win32', taskkill });
  expect(asked).toEqual([
    ['/T', '/PID', String(NOBODY)],
    ['/T', '/PID', String(NOBODY), '/F'],
  ]);
});
