// Compresses the built page once, so that the relay serves small files without any work.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:js|css|html|svg|json|ttf)$/;
const WORTH_IT = 1024;
// The best quality takes seconds for each megabyte; the largest files get the next best one.
const LARGE = 2 * 1024 * 1024;

/** Write a .br and a .gz beside every text file under `folder` that is larger than 1 KB. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(path) {
  const bytes = await readFile(path);
  if (bytes.length <= WORTH_IT) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length < LARGE ? 11 : 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
