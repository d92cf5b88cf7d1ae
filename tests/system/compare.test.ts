/** `mcp-lifeline compare` on what real servers did: two runs of one version are the same, two versions differ in what was changed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_MASKS, writeMasks, type Comparison, type Suggestions } from '#shared/compare';
import { recordingLines, type HeldRecording as Recorded } from '#shared/recording';
import { EVERYTHING } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { ensureServersInstalled } from '../servers/install.mjs';
import { SERVERS } from '../servers/servers.mjs';
import { asked, called, closed, recordedTexts } from '../unit/recorded-of.ts';
import { lastingFolder } from './support/lasting-folder.ts';

const folder = lastingFolder('lifeline-compare-');
const at = (name: string): string => join(folder, name);

/** Quick arguments for the slow tools, and none for the one that leaves this machine. */
const ANSWERS = {
  tools: { 'trigger-long-running-operation': { duration: 0.02, steps: 2 }, 'gzip-file-as-resource': false },
};

async function record(name: string, script: string): Promise<void> {
  const args = ['record', '--exercise', '--yes', '--answers', at('answers.json'), '--out', at(name)];
  const { ended, output } = carryOut([...args, '--', process.execPath, script], folder);
  expect(await ended, output()).toBe(0);
}

interface Compared {
  readonly code: number;
  readonly stdout: string;
}
async function compare(...args: readonly string[]): Promise<Compared> {
  const { stdout, ended } = carryOut(['compare', ...args], folder);
  return { code: await ended, stdout: stdout() };
}
async function compareJson(...args: readonly string[]): Promise<Comparison & { readonly code: number }> {
  const { code, stdout } = await compare('--json', ...args);
  return { ...(JSON.parse(stdout) as Comparison), code };
}

const unlike = ({ pairs }: Comparison): string[] =>
  pairs.flatMap(({ verdict, method = '', about = '' }) =>
    verdict === 'equal' || verdict === 'masked' ? [] : [`${verdict} ${method} ${about}`],
  );

let recording: Promise<unknown> | undefined;
/** Record the three once, side by side, in whichever test comes first. */
function recordings(): Promise<unknown> {
  return (recording ??= recordAll());
}
async function recordAll(): Promise<void> {
  expect(ensureServersInstalled()).toBeUndefined();
  writeFileSync(at('answers.json'), JSON.stringify(ANSWERS));
  const [older = ''] = SERVERS['everything-2026-1'].stdio(folder).args;
  await Promise.all([
    record('first.mcprec', EVERYTHING),
    record('second.mcprec', EVERYTHING),
    record('older.mcprec', older),
  ]);
}
beforeEach(() => recordings(), 120_000);

describe('two runs of server-everything', () => {
  test('are the same with the default masks, which say what they cover', async () => {
    const compared = await compareJson(at('first.mcprec'), at('second.mcprec'));
    expect(unlike(compared)).toEqual([]);
    expect(compared).toMatchObject({ code: 0, same: true, definitions: [], latency: [], leftOut: [] });
    expect(compared.facts.filter(({ fact }) => fact !== 'era')).toEqual([]);
    // What the server sends by its own clock: its log, and an update of what was subscribed to for a moment.
    const byTheClock = ['notifications/message', 'notifications/resources/updated'];
    expect(compared.ambient.map(({ method }) => method).filter((method) => !byTheClock.includes(method))).toEqual([]);
    expect(compared.ambient.length).toBeLessThanOrEqual(byTheClock.length);
    expect(compared.pairs.length).toBeGreaterThan(40);
    // The task and the elicitation have ids of their own in each run; the times depend on the second.
    const masks = new Set(compared.pairs.flatMap(({ maskedValues }) => maskedValues.map(({ mask }) => mask)));
    expect([...masks]).toEqual(expect.arrayContaining(['task-id', 'uuid', 'time']));
    expect(compared.masked).toBe(compared.pairs.reduce((sum, { maskedValues }) => sum + maskedValues.length, 0));
  });

  test('differ without masks, in what calibration then offers as masks', async () => {
    const bare = await compareJson('--no-masks', at('first.mcprec'), at('second.mcprec'));
    expect(bare.code).toBe(1);
    expect(unlike(bare)).toContain('changed tools/call trigger-url-elicitation');
    const offered = await compare('--no-masks', '--calibrate', '--json', at('first.mcprec'), at('second.mcprec'));
    const { suggested } = JSON.parse(offered.stdout) as Suggestions;
    expect(suggested.map(({ mask }) => mask)).toContainEqual({
      pointer: '/requests/0/params/elicitationId',
      method: 'tools/call',
      about: 'trigger-url-elicitation',
      pattern: '{uuid}',
    });
  });
});

/** By tool: readOnlyHint, destructiveHint, idempotentHint, openWorldHint, as the newer version has them; the older has none. */
const HINTS: { readonly [tool: string]: string } = {
  echo: 'true false true false',
  'get-annotated-message': 'true false true false',
  'get-env': 'true false true false',
  'get-resource-links': 'true false true false',
  'get-resource-reference': 'true false true false',
  'get-roots-list': 'true false true false',
  'get-structured-content': 'true false true false',
  'get-sum': 'true false true false',
  'get-tiny-image': 'true false true false',
  'gzip-file-as-resource': 'false false true true',
  'simulate-research-query': 'false false false false',
  'toggle-simulated-logging': 'false false false false',
  'toggle-subscriber-updates': 'false false false false',
  'trigger-elicitation-request': 'false false false false',
  'trigger-long-running-operation': 'true false true false',
  'trigger-sampling-request': 'false false false true',
};
/** With Zod 4 instead of 3 an input schema no longer forbids further properties. */
const OPENED = [
  'echo',
  'get-annotated-message',
  'get-resource-links',
  'get-resource-reference',
  'get-structured-content',
  'get-sum',
  'gzip-file-as-resource',
  'simulate-research-query',
  'trigger-long-running-operation',
  'trigger-sampling-request',
];

/** An exercise calls the tools first that are marked as reading, and only the newer version marks its tools. */
const unlikeButMoved = (compared: Comparison): string[] =>
  unlike(compared).filter((each) => !each.startsWith('moved '));

describe('server-everything 2026.1.26 and 2026.8.31', () => {
  test('differ in exactly what was changed', async () => {
    const [junit, html] = [at('report.xml'), at('report.html')];
    const compared = await compareJson('--junit', junit, '--html', html, at('older.mcprec'), at('first.mcprec'));
    expect(compared).toMatchObject({ code: 1, same: false });
    const names = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
    const hints = Object.entries(HINTS).flatMap(([tool, values]) =>
      values
        .split(' ')
        .map((value, index) => `behavioural tool ${tool} hint /annotations/${names[index]}: ? to ${value}`),
    );
    expect(
      compared.definitions
        .map((change) => {
          const { of, name, reason, path, before = '?', after = '?' } = change;
          const values = path === '' ? '' : ` ${path}: ${before} to ${after}`;
          return `${change.class} ${of} ${name} ${reason}${values}`;
        })
        .sort(),
    ).toEqual(
      [
        ...hints,
        ...OPENED.map((tool) => `behavioural tool ${tool} widened /inputSchema/additionalProperties: false to ?`),
        'behavioural tool trigger-url-elicitation tool-added',
        'behavioural prompt args-prompt description /arguments/state/description: "Name of the state" to ?',
      ].sort(),
    );
    // Three of the server's documents were rewritten, one of its tools reports other words, one is new.
    expect(unlikeButMoved(compared).sort()).toEqual([
      'changed resources/read demo://resource/static/document/features.md',
      'changed resources/read demo://resource/static/document/startup.md',
      'changed resources/read demo://resource/static/document/structure.md',
      'changed tools/call simulate-research-query',
      'extra tools/call trigger-url-elicitation',
    ]);
    expect(
      compared.pairs
        .filter(({ verdict }) => verdict === 'changed')
        .flatMap(({ differences }) => differences.map(({ path, kind }) => `${kind} ${path}`)),
    ).toEqual([
      'changed /task/result/content/0/text',
      'changed /result/contents/0/text',
      'changed /result/contents/0/text',
      'changed /result/contents/0/text',
    ]);
    expect(compared.facts.filter(({ counts }) => counts)).toEqual([]);

    const cases = compared.pairs.length + compared.definitions.length + compared.ambient.length + compared.facts.length;
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(
      new RegExp(
        `^<\\?xml.*\\n<testsuites name="[^"]+" tests="${cases}" failures="${compared.definitions.length + unlike(compared).length}" `,
      ),
    );
    expect(xml).toContain('<testcase classname="older.operations" name="tools/call trigger-url-elicitation"');
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('Loaded from the docs folder (`instructions.md`).');
    expect(page).not.toContain('<script');
  });

  test('are the same where the masks beside the first recording say so, save for what no mask covers', async () => {
    const path = join(temporaryFolder(), 'masked.mcprec');
    writeFileSync(path, readFileSync(at('older.mcprec')));
    const pointers = [
      { pointer: '/result/contents/*/text', method: 'resources/read', why: 'documents are prose' },
      { pointer: '/task/result/content/0/text', about: 'simulate-research-query' },
    ];
    writeFileSync(`${path}.masks.json`, writeMasks({ ...DEFAULT_MASKS, pointers }));
    expect(unlikeButMoved(await compareJson(path, at('first.mcprec')))).toEqual([
      'extra tools/call trigger-url-elicitation',
    ]);
    const { stdout } = await compare(path, at('first.mcprec'));
    expect(stdout).toMatch(
      /\n\nChanged: tool echo .*; also \d+ changed, .*\. \d+ operations: 1 extra, (?:\d+ moved, )?(?:\d+ equal \(ignoring masked values\), )?\d+ equal; \d+ changes? in definitions\.\nTo see it/,
    );
    // What is new is no reason for a client to stop working.
    const gated = await compare('--fail-on', 'breaking', '--quiet', path, at('first.mcprec'));
    expect(gated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Changed: .* This passes: --fail-on breaking\.\n$/),
    });
  });
});

test('wrong use is 2, and what can’t be read is 3', async () => {
  expect((await compare(at('first.mcprec'))).code).toBe(2);
  expect((await compare(at('answers.json'), at('first.mcprec'))).code).toBe(3);
});

test('calibration ends as the comparison does where a definition, or a call, is not as it was', async () => {
  const listed = (description: string): Recorded =>
    recordedTexts(
      ...asked(1, 'tools/list', {}, { tools: [{ name: 'search', description, inputSchema: { type: 'object' } }] }),
    );
  const answered = (more: object): Recorded =>
    recordedTexts(...asked(1, 'tools/call', { name: 'flaky', arguments: {} }, { content: [], ...more }));
  const own = temporaryFolder();
  const written = (name: string, recorded: Recorded): string => {
    writeFileSync(join(own, name), `${[...recordingLines(closed(recorded))].join('\n')}\n`);
    return join(own, name);
  };
  for (const [named, before, after] of [
    ['search', listed('one'), listed('other')],
    ['flaky', answered({}), answered({ isError: true })],
  ] as const) {
    const files = [written(`${named}-1.mcprec`, before), written(`${named}-2.mcprec`, after)];
    expect((await compare(...files)).code).toBe(1);
    const { code, stdout } = await compare('--calibrate', '--write-masks', ...files);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^Only in one run: tools/\\w+ ${named} \\(only in the (?:first|second) run`));
    expect(existsSync(`${files[0]}.masks.json`)).toBe(false);
  }
  expect((await compare('--calibrate', '--junit', join(own, 'x.xml'), 'a', 'b')).code).toBe(2);
});

test('what to type next is told in the language of the report', async () => {
  const [before, after] = ['x', 'z'].map((said) => {
    const path = join(temporaryFolder(), `${said}.mcprec`);
    writeFileSync(path, `${[...recordingLines(closed(recordedTexts(...called(1, 'a', {}, said))))].join('\n')}\n`);
    return path;
  });
  const { stdout } = await compare('--lang', 'zh-CN', before ?? '', after ?? '');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^并排查看差异：npx mcp-lifeline compare --html=comparison.html --lang zh-CN /,
  );
});
