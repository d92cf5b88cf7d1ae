/** The action for GitHub and the job for GitLab, run as they are written: their scripts, with the environment of such a job. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { planMock } from '#shared/mock';
import { recordingLines } from '#shared/recording';
import { serveHttp } from '../../relay/mock/serve-http.ts';
import { PROGRAM } from '../../relay/base/program.ts';
import { loadRecording } from '../../relay/recording/index.ts';
import { SDK_V1 } from '../fixtures/start.ts';
import { ROOT } from '../relay/support/bundle.mjs';
import { programFile } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { readJunit } from '../unit/junit-readers.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';
import { lastingFolder } from './support/lasting-folder.ts';

interface Variables {
  readonly [name: string]: string;
}
interface Step {
  readonly id: string;
  readonly shell: string;
  readonly env: Variables;
  readonly run: string;
}
interface Action {
  readonly inputs: { readonly [name: string]: { readonly default?: string; readonly required?: boolean } };
  readonly outputs: { readonly [name: string]: { readonly value: string } };
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
interface Job {
  readonly variables: Variables;
  readonly script: readonly string[];
  readonly artifacts: { readonly when: string; readonly reports: { readonly junit: string } };
}

const read = (name: string): unknown => parse(readFileSync(join(ROOT, 'relay/ci', name), 'utf8'));
const ACTION = read('action.yml') as Action;
const JOB = (read('gitlab.yml') as { readonly '.mcp-lifeline': Job })['.mcp-lifeline'];
const [STEP] = ACTION.runs.steps;
if (!STEP) throw new Error('no step');

const folder = lastingFolder('lifeline-ci-');
/** What the server gives, recorded once. */
let recording = '';
beforeAll(async () => {
  const typed = recordedOf(
    ...handshake(),
    c2s(request(7, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })),
    s2c(result(7, { content: [{ type: 'text', text: 'hi' }] })),
  );
  const [from, path] = [join(folder, 'typed.mcprec'), join(folder, 'calls.mcprec')];
  writeFileSync(from, `${[...recordingLines(typed)].join('\n')}\n`);
  const args = ['rerun', '--yes', '--out', path, from, '--', process.execPath, SDK_V1];
  const child = spawn(process.execPath, [programFile(), ...args], {
    env: { ...process.env, LIFELINE_HOME: folder },
    stdio: 'ignore',
  });
  await once(child, 'close');
  recording = readFileSync(path, 'utf8');
});

/** A project that has the program installed, with these recordings in it. */
function project(recordings: { readonly [path: string]: string }) {
  const workspace = temporaryFolder();
  const at = (name: string): string => join(workspace, name);
  for (const name of ['node_modules/mcp-lifeline', 'node_modules/.bin', 'tests', '.home'])
    mkdirSync(at(name), { recursive: true });
  const manifest = { ...PROGRAM, type: 'module', bin: { 'mcp-lifeline': 'cli.js' } };
  writeFileSync(at('node_modules/mcp-lifeline/package.json'), JSON.stringify(manifest));
  const start = `#!/usr/bin/env node\nawait import(${JSON.stringify(programFile())});\n`;
  writeFileSync(at('node_modules/mcp-lifeline/cli.js'), start, { mode: 0o755 });
  symlinkSync('../mcp-lifeline/cli.js', at('node_modules/.bin/mcp-lifeline'));
  for (const [path, text] of Object.entries(recordings)) writeFileSync(at(path), text);
  const junit = () =>
    readdirSync(at('lifeline-reports'))
      .filter((name) => name.endsWith('.xml'))
      .map(
        (name) =>
          [name, readJunit(readFileSync(at(`lifeline-reports/${name}`), 'utf8')).map(({ became }) => became)] as const,
      );
  return { at, workspace, junit, text: (name: string) => readFileSync(at(name), 'utf8') };
}
type Project = ReturnType<typeof project>;

async function shell(
  command: string,
  args: readonly string[],
  script: string,
  { at, workspace }: Project,
  env: Variables,
) {
  writeFileSync(at('.home/script'), script);
  const base = { PATH: process.env['PATH'] ?? '', HOME: at('.home'), LIFELINE_HOME: at('.home'), CI: 'true' };
  const child = spawn(command, [...args, at('.home/script')], {
    cwd: workspace,
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** Run the step of the action as a runner of GitHub does, with these inputs. */
function github(inputs: Variables, where: Project) {
  const valueOf = (text: string): string =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_all, name: string) => inputs[name] ?? ACTION.inputs[name]?.default ?? '',
    );
  const env = Object.fromEntries(Object.entries(STEP?.env ?? {}).map(([name, text]) => [name, valueOf(String(text))]));
  const files = { GITHUB_OUTPUT: where.at('.home/output'), GITHUB_STEP_SUMMARY: where.at('.home/summary') };
  for (const path of Object.values(files)) writeFileSync(path, '');
  const more = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: where.workspace, RUNNER_TEMP: where.at('.home'), ...files };
  return shell('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail'], STEP?.run ?? '', where, { ...env, ...more });
}

/** Run the job as a runner of GitLab does where there is no bash. */
function gitlab(variables: Variables, where: Project) {
  const all = Object.fromEntries(
    Object.entries({ ...JOB.variables, ...variables }).map(([name, value]) => [name, String(value)]),
  );
  return shell('sh', ['-e'], JOB.script.join('\n'), where, {
    ...all,
    GITLAB_CI: 'true',
    CI_PROJECT_DIR: where.workspace,
  });
}

const SERVER = `"${process.execPath}" '${SDK_V1}'`;
const changed = (): string => recording.replaceAll('\\"text\\":\\"hi\\"}]', '\\"text\\":\\"ho\\"}]');

test('both run the same script, of this version, and no expression stands in it', () => {
  expect(JOB.script).toEqual([STEP.run]);
  expect(STEP.run).not.toContain('${{');
  expect(ACTION.runs).toMatchObject({ using: 'composite', steps: [{ shell: 'bash' }] });
  expect([ACTION.inputs['version']?.default, JOB.variables['LIFELINE_VERSION']]).toEqual([
    PROGRAM.version,
    PROGRAM.version,
  ]);
  // Each input has a variable, each variable is used, and both services have the same.
  const given = Object.keys(ACTION.inputs).map((name) => [
    `LIFELINE_${name.toUpperCase().replaceAll('-', '_')}`,
    `\${{ inputs.${name} }}`,
  ]);
  expect(STEP.env).toEqual(Object.fromEntries(given));
  expect(Object.keys(JOB.variables).sort()).toEqual(Object.keys(STEP.env).sort());
  for (const name of Object.keys(STEP.env)) expect(STEP.run).toContain(`$${name}`);
  expect(ACTION.outputs['exit-code']?.value).toBe(`\${{ steps.${STEP.id}.outputs.exit-code }}`);
  expect(JOB.artifacts).toMatchObject({ when: 'always', reports: { junit: '$LIFELINE_REPORTS/*.xml' } });
});

test('README names inputs and variables that there are', () => {
  const blocks = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/```yaml\n([^]*?)```/g)].map(
    ([, text = '']) => text,
  );
  const [steps, job] = blocks.map((text) => parse(text) as unknown);
  expect(steps).toMatchObject([{ uses: expect.stringContaining('/relay/ci@') as string }]);
  const [{ with: inputs }] = steps as [{ with: Variables }];
  expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
  const required = Object.entries(ACTION.inputs).flatMap(([name, input]) => (input.required ? [name] : []));
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(required));
  expect(job).toMatchObject({ recordings: { extends: '.mcp-lifeline' } });
  const { recordings } = job as { readonly recordings: { readonly variables: Variables } };
  expect(Object.keys(JOB.variables)).toEqual(expect.arrayContaining(Object.keys(recordings.variables)));
});

describe('the action', () => {
  test('runs every recording that a pattern names, and fails for the one that changed', async () => {
    const where = project({ 'tests/calls.mcprec': recording, 'tests/more calls.mcprec': changed() });
    const { code, output } = await github({ recordings: 'tests/*.mcprec\n', command: SERVER }, where);
    expect(code, output).toBe(1);
    expect(where.text('.home/output')).toBe('exit-code=1\n');
    expect(where.text('.home/summary').match(/<h3>.*<\/h3>/g)).toEqual([
      '<h3><code>calls.mcprec</code>: same as recorded</h3>',
      '<h3><code>more calls.mcprec</code>: changed</h3>',
    ]);
    expect(where.junit()).toEqual([
      ['tests-calls.xml', ['passed']],
      ['tests-more-calls.xml', ['failure']],
    ]);
    expect(where.text('lifeline-reports/tests-more-calls.md')).toContain('rerun --update');
    expect(output).toContain('Changed: tools/call echo');
  });

  test('recordings whose names differ have reports of their own, also where the names begin as an option does', async () => {
    const names = ['tests/calls.mcprec', 'Tests-calls.mcprec', '--yes.mcprec'];
    const where = project(Object.fromEntries(names.map((name) => [name, recording])));
    const { code, output } = await github(
      { recordings: names.join('\n'), command: SERVER, consent: 'read-only', reports: '-reports' },
      where,
    );
    expect(code, output).toBe(0);
    expect(
      readdirSync(where.at('-reports'))
        .filter((name) => name.endsWith('.xml'))
        .sort(),
    ).toEqual(['--yes.xml', 'Tests-calls-2.xml', 'tests-calls.xml']);
  });

  test('a server that does not start is an error in the report', async () => {
    const where = project({ 'calls.mcprec': recording });
    const { code, output } = await github({ recordings: './calls.mcprec', command: 'no-such-mcp-server' }, where);
    expect(code, output).toBe(3);
    expect(where.junit()).toEqual([['calls.xml', ['error']]]);
    expect(where.text('.home/summary')).toContain(': not run</h3>');
  });

  test('inputs are words and never run', async () => {
    const where = project({ 'calls.mcprec': recording });
    const hostile = '$(touch ran) `touch ran` ; touch ran #';
    const { code, output } = await github(
      {
        recordings: `x${hostile}.mcprec`,
        command: `node ${hostile} "; touch ran"`,
        env: `A=${hostile}`,
        headers: '',
        options: '--timeout\n5000',
      },
      where,
    );
    expect(code, output).toBe(3);
    expect(readdirSync(where.workspace).sort()).toEqual([
      '.home',
      'calls.mcprec',
      'lifeline-reports',
      'node_modules',
      'tests',
    ]);
    for (const [inputs, words] of [
      [{ recordings: 'x', command: 'node "' }, 'The quotes of the command do not match'],
      [{ recordings: 'x' }, 'A command or a URL must say'],
      [{ recordings: ' \n', command: 'node' }, 'No recording is named'],
      [{ recordings: 'x', command: 'node', consent: 'yes' }, 'consent is'],
      [{ recordings: 'x', url: '--yes' }, 'The URL must begin with http:// or https://'],
      [{ recordings: 'x', url: 'file:///etc/passwd' }, 'The URL must begin with http:// or https://'],
      ...['', '-1', 'npm:other', 'https://localhost/x.tgz', '1.0.0 other', '1\n2'].map(
        (version) => [{ recordings: 'x', command: 'node', version }, 'The version is'] as const,
      ),
      [{ recordings: 'calls.mcprec', url: 'http://localhost:1', headers: '--yes' }, '“--yes” is not “Name: value”'],
      [{ recordings: 'calls.mcprec', command: 'node', env: '--yes' }, '“--yes”: this environment variable is not set'],
      [{ recordings: 'calls.mcprec', command: 'node', 'fail-on': '--yes' }, '--fail-on'],
    ] as const) {
      const wrong = await github(inputs, where);
      expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining(words)]);
    }
    expect(existsSync(where.at('ran'))).toBe(false);
  });
});

test('the job of GitLab runs against an HTTP server, in a shell that is not bash', async () => {
  const loaded = await loadRecording(join(folder, 'calls.mcprec'));
  if (!loaded.ok) throw new Error(loaded.sentence);
  const server = await serveHttp(planMock(loaded.recorded), { speed: 0, faults: [] }, 0, () => undefined);
  onTestFinished(() => server.close());
  const where = project({ 'calls.mcprec': recording });
  const variables = { LIFELINE_URL: server.url, LIFELINE_CONSENT: 'all', LIFELINE_HEADERS: 'X-One: 1\nX-Two: a b' };
  const { code, output } = await gitlab(variables, where);
  expect(code, output).toBe(0);
  expect(where.junit()).toEqual([['calls.xml', ['passed', 'passed', 'passed']]]);
});
