/** What is loaded of the rules: judging takes the facts alone, reports one language, and only an explanation the examples. */
import { join } from 'node:path';
import { build } from 'rolldown';
import { expect, test } from 'vitest';
import { ruleParts } from '../relay/support/bundle.mjs';
import { textOf, top } from './files.ts';

const PATH = 'shared/findings/rules/ping.ts';
/** A sentence of each language, and a line of the examples. */
const MARKS = {
  facts: 'basic/utilities/ping#behavior-requirements',
  en: 'Respond to ping promptly',
  zh: '及时响应 ping',
  examples: "request(3, 'ping')",
};

/** Which parts of the rules are in a bundle of this module of shared/findings. */
async function partsIn(module: string): Promise<readonly string[]> {
  const { output } = await build({
    input: join(top, 'shared/findings', module),
    plugins: [ruleParts()],
    output: { codeSplitting: false },
    write: false,
  });
  const code = output[0].code.replaceAll('"', "'");
  return Object.entries(MARKS).flatMap(([part, mark]) => (code.includes(mark) ? [part] : []));
}

test.each([
  ['index.ts', 'facts'],
  ['words/en/index.ts', 'en'],
  ['words/zh-CN/index.ts', 'zh'],
  ['examples/index.ts', 'examples'],
])('%s has only its part', async (module, part) => {
  for (const mark of Object.values(MARKS)) expect(textOf(PATH)).toContain(mark);
  expect(await partsIn(module)).toEqual([part]);
});
