/** The program `mcp-lifeline`: reads the command line, starts the relay, says where it is, and ends it in order. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText } from '#shared/base';
import { DEFAULT_POLICY } from '#shared/driver';
import { visibleText } from '#shared/plain-text';
import { type Args, HELP, readArgs } from './args.ts';
import { openBrowser } from './browser.ts';
import type { ListedCommand } from './commands.ts';
import { EXIT, networkWarning, type Target } from '../command/index.ts';
import { endInOrder, onSignal } from './ending.ts';
import { PROGRAM } from '../base/index.ts';
import { ProgressLine } from './progress-line.ts';
import { damageSentence, defaultFolder, refusalOf } from '../recording/index.ts';
import { hasSpools } from '../tap/stdio/index.ts';
import type { Relay } from '../server/index.ts';
import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Calls `pressed` each time Enter is pressed. False where nobody can press it: no terminal, or in its background. */
function onEnter(pressed: () => void): boolean {
  if (!process.stdin.isTTY || !isForeground()) return false;
  createInterface({ input: process.stdin, terminal: false }).on('line', pressed);
  return true;
}

/** A program in the background of a terminal is stopped by the system when it reads there. */
function isForeground(): boolean {
  if (process.platform === 'win32') return true;
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' }).includes('+');
  } catch {
    return false;
  }
}

type StartArgs = Extract<Args, { type: 'start' }>;

const progress = new ProgressLine(process.stderr);

/** Prints a line for the person at the terminal; nothing in it is obeyed or hidden, whoever wrote it. */
function tell(line: string): void {
  progress.clear();
  console.error(visibleText(line, { layout: 'block' }));
}

async function main(): Promise<void> {
  let args: Args;
  try {
    args = readArgs(process.argv.slice(2));
  } catch (error) {
    tell(errorText(error));
    process.exitCode = EXIT.notRun;
    return;
  }
  switch (args.type) {
    case 'help':
      process.stdout.write(HELP);
      return;
    case 'version':
      console.log(PROGRAM.version);
      return;
    case 'wrong':
      tell(args.sentence);
      process.exitCode = EXIT.wrongUse;
      return;
    case 'command':
      return carryOut(args.command, args.argv);
    case 'start':
      return start(args);
  }
}

/** Milliseconds within which a second signal is the first one: npx passes on what the terminal sent to both. */
const TWICE = 500;

/** Carry out a command in this process. A first signal ends it in order, a second one at once. */
async function carryOut(command: ListedCommand, argv: readonly string[]): Promise<void> {
  const interrupt = new AbortController();
  let interrupted: number | undefined;
  let at = 0;
  onSignal((code) => {
    if (interrupted !== undefined && performance.now() - at < TWICE) return;
    if (interrupted !== undefined) process.exit(code);
    at = performance.now();
    interrupted = code;
    interrupt.abort();
  });
  const loaded = await command.load();
  await recover(defaultFolder());
  const code = await loaded.run(argv, {
    say: tell,
    warn: tell,
    print: (text) => {
      progress.clear();
      process.stdout.write(text);
    },
    ...(process.stderr.isTTY ? { progress: (line: string) => progress.show(line) } : {}),
    signal: interrupt.signal,
    env: process.env,
  });
  progress.clear();
  // A server's connections may linger, but nothing is left to be done once standard output has taken everything.
  process.stdout.write('', () => process.exit(interrupted ?? code));
}

/** Make recordings of what killed taps left, for which nothing is loaded without such. */
async function recover(folder: string): Promise<void> {
  if (hasSpools(folder)) await (await import('../tap/http/index.ts')).recoverAll(folder);
}

async function start(args: StartArgs): Promise<void> {
  // This file is bundled to dist/relay/program.js.
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const seed = process.env['LIFELINE_DEV_TOKEN'];
  const print = (address: string): void =>
    console.log(`Open this URL in your browser; it works once, within 10 minutes:\n${address}`);
  let relay: Relay;
  try {
    // What commands do without.
    const { startRelay } = await import('../server/index.ts');
    relay = await startRelay({
      port: args.port,
      shared: args.localhost,
      webFolder: here('../web'),
      warn: tell,
      announce: print,
      recover,
      // The relay is started anew for every change; an open page keeps its secrets.
      ...(args.dev ? { sources: here('../../web'), ...(seed ? { seed } : {}) } : {}),
    });
  } catch (error) {
    tell(`The relay can’t start: ${errorText(error)}.`);
    process.exitCode = EXIT.notRun;
    return;
  }
  endInOrder(relay);
  const problem = args.target && (await show(relay, args.target, args.revision));
  if (problem !== undefined) {
    tell(problem);
    await relay.close();
    process.exit(EXIT.notRun);
  }
  if (args.port !== 0 && relay.port !== args.port) console.log(`Port ${args.port} is taken; using ${relay.port}.`);
  console.log(`MCP Lifeline ${PROGRAM.version} is running.`);
  print(relay.url);
  if (!args.localhost) console.log('If the browser can’t find it, start with --localhost.');
  if (onEnter(() => print(relay.newAddress()))) console.log('Press Enter for a new URL.');
  if (args.open) await openInBrowser(relay);
}

/** Open the address that was printed. Without a file for it, the printed one is what is left. */
async function openInBrowser(relay: Relay): Promise<void> {
  try {
    await openBrowser(relay.addressFile(relay.url));
  } catch (error) {
    tell(`The browser can’t be opened (${errorText(error)}).`);
  }
}

/** Gives a sentence when it can't be opened. */
async function show(relay: Relay, target: Target, revision: string): Promise<string | undefined> {
  if (target.type === 'connect') {
    const warning = networkWarning(target.spec);
    if (warning !== undefined) tell(warning);
    relay.sessions.open({ spec: target.spec, policy: { ...DEFAULT_POLICY, revision }, show: true });
    return undefined;
  }
  const path = resolve(target.path);
  const result = await relay.sessions.addFile(path, true, target.server);
  if (result.problem) {
    if (!result.ok) return refusalOf(path, result.problem);
    const { places } = result.problem;
    tell(damageSentence({ file: path, places, lines: [result.problem], missing: 0, cutShort: false, live: false }));
  }
  const imported = result.ok ? result.recording.header.imported : undefined;
  if (imported) {
    // The header of a recording says what it likes.
    const [unread, leftOut] = [Number(imported.unread), Number(imported.leftOut)];
    tell(`Imported from another tool’s file. Parts that can’t be parsed: ${unread}; omitted: ${leftOut}.`);
  }
  return undefined;
}

await main();
