/** The queries of `docs/queries.md` as they stand there, carried out by DuckDB over the stored samples. */
import { DuckDBInstance } from '@duckdb/node-api';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FILES = 'recordings/*.mcprec';
const samples = fileURLToPath(new URL('../../samples/v1/*.mcprec', import.meta.url)).replaceAll('\\', '/');

/** The statements below a heading of the section on DuckDB, by that heading in small letters and dashes. */
function statements(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../../docs/queries.md', import.meta.url), 'utf8');
  const section = /^## DuckDB$(.*?)^## /ms.exec(text)?.[1] ?? '';
  const found = section.matchAll(/(?:^### ([^\n]+)$(?:(?!^###|^```).)*)?^```sql\n(.*?)^```$/gms);
  return new Map([...found].map(([, name = 'views', sql = '']) => [name.toLowerCase().replaceAll(' ', '-'), sql]));
}

test('every query runs, and gives what is in the samples', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const { views, ...queries } = Object.fromEntries(statements());
  expect(views).toContain(FILES);
  await connection.run((views ?? '').replaceAll(FILES, samples));
  expect(Object.keys(queries)).toEqual([
    'statistics-for-each-tool',
    'slowest-requests',
    'failing-requests',
    'largest-responses',
  ]);
  for (const [name, sql] of Object.entries(queries)) {
    const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
    expect(rows.length, name).toBeGreaterThan(0);
    const text = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
    await expect(text).toMatchFileSnapshot(`../../golden/queries/${name}.jsonl`);
  }
  connection.closeSync();
});
