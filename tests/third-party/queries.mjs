// node queries.mjs FILE…: asks jq and DuckDB what FORMAT.md shows as examples, of each file. Reads
// {"jq": [FILTER…], "sql": [QUERY…]} from standard input; prints a line of JSON for each file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

// Installed with the servers that the tests run.
const require = createRequire(new URL('../servers/package.json', import.meta.url));
const { DuckDBInstance } = require('@duckdb/node-api');
const jq = require('jq-wasm');

const { jq: filters, sql } = JSON.parse(readFileSync(0, 'utf8'));
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

async function rowsOf(query, file) {
  const named = query.replaceAll("'calls.mcprec'", `'${file.replaceAll("'", "''")}'`);
  const reader = await connection.runAndReadAll(named);
  return reader.getRowObjectsJson();
}

for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
  // The lines come as an argument: what compiled jq reads from standard input takes it seconds for each megabyte.
  const lines = `def inputs: $text | split("\\n")[]; [${filters.map((filter) => `(${filter})`).join(', ')}]`;
  const counts = JSON.parse(await jq.raw('', lines, ['-nc', '--arg', 'text', text]));
  const rows = [];
  for (const query of sql) rows.push(await rowsOf(query, file));
  console.log(JSON.stringify({ jq: counts, sql: rows }));
}
connection.closeSync();
