/** The way back from the trash of recordings whose names end alike, so that their ids depend on what stands beside them. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { Library } from '../../relay/library/index.ts';
import { temporaryFolder } from './support/relay.ts';

const SAMPLE = fileURLToPath(new URL('../samples/v1/typed.mcprec', import.meta.url));
const OWN = '0123456789abcdef0123';

test('a recording and its packed copy come back, whichever of them went', async () => {
  const folder = temporaryFolder();
  const path = join(folder, `session-${OWN}.mcprec`);
  copyFileSync(SAMPLE, path);
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(SAMPLE)));
  const library = new Library({ folder, hosted: () => undefined, letGo: () => undefined });
  onTestFinished(() => library.close());
  const listed = async (): Promise<string[]> => (await library.list()).map(({ id }) => id).sort();
  const ids = await listed();
  expect(ids).toHaveLength(2);
  expect(ids).toContain(OWN);
  for (const some of [...ids.map((id) => [id]), ids, [...ids].reverse()]) {
    expect(library.remove(some)).toEqual(some);
    expect(await library.restore(some)).toEqual(some);
    expect(await listed()).toEqual(ids);
    expect(library.state.trash.count).toBe(0);
  }
  // Two ids of one recording are one way back.
  const hash = library.remove(ids.filter((id) => id !== OWN));
  expect(await library.restore([...hash, OWN])).toEqual(hash);
});
