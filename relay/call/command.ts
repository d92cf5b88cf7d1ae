/** `mcp-lifeline call`: connect, send one request, print what it came to, close in order. */
import { adviceLine, type CommandIo, defineCommand, EXIT, ioBeside } from '../command/index.ts';
import { callLine, type CallRequest } from './args.ts';
import { defined } from '#shared/base';
import { visibleText } from '#shared/plain-text';
import { ENGLISH } from '#shared/words';
import { seenJson } from '#shared/export';
import { formatJson, memberText } from '#shared/jsonrpc';
import { isDiscovered, performOnce, reached, type Step, type StepOutcome } from '#shared/exercise';
import {
  begin,
  connectedLine,
  exercisePort,
  problemCode,
  problemLines,
  problemOf,
  StderrTail,
  stderrWords,
} from '../headless/index.ts';
import { AnswerWatch } from './answer-watch.ts';
import { paramsText } from './params.ts';

export const callCommand = defineCommand(callLine, 'data', (request, io) => call(request, ioBeside(request, io)));

export async function call(request: CallRequest, io: CommandIo): Promise<number> {
  const { method, params, meta } = request;
  const { say } = io;
  // A tool's schema says what its arguments are, and which of them headers repeat.
  const begun = await begin(request, io, { log: false, discover: method === 'tools/call', ...defined({ meta }) });
  if ('sentence' in begun) {
    io.warn(begun.sentence);
    return begun.exitCode;
  }
  const { session } = begun;
  const { state } = session;
  const watch = new AnswerWatch();
  const errors = new StderrTail();
  session.watch((event, note) => {
    watch.take(event, note, session.state);
    errors.take(event);
  });
  const port = exercisePort(session, 'host');
  session.host.open();
  const ready = await reached(port, () => isDiscovered(port));
  const connected = state.initialized;
  let words: string | undefined;
  let outcome: StepOutcome | undefined;
  if (ready) {
    say(connectedLine(state));
    const text = typeof params === 'string' ? params : paramsText(method, params, state.lists.tools.items.all);
    const line = text?.replaceAll(/[\r\n]+/g, ' ');
    // Over stdio a line is a message; in JSON a line break stands only between parts.
    const step: Step = { key: method, item: method, method, progress: false, ...defined({ params: line }) };
    const result = await performOnce(port, step);
    outcome = result.outcome;
    if (outcome !== 'result')
      words = `${method}: ${[ENGLISH.outcomeSentences[outcome], result.detail].filter(Boolean).join(', ')}`;
  }
  const whole = await begun.finish();
  const problem = ready ? undefined : ((await problemOf(session)) ?? { reason: 'no response from the server' });
  if (problem) words = `${connected ? 'The session ended early' : 'Couldn’t connect'} (${problemCode(problem)})`;

  const { answer } = watch;
  if (answer?.kind === 'result') io.print(`${printable(answer.text)}\n`);
  if (words !== undefined) io.warn(`${visibleText(words)}${adviceLine(problem?.reason)}`);
  if (problem) for (const line of problemLines(problem, errors.lines.length > 0)) io.warn(line);
  if (answer?.kind === 'error') io.warn(printable(answer.text));
  // What a server says before it fails, a person would have seen beside it.
  const said = words !== undefined && answer === undefined ? stderrWords(errors.lines) : undefined;
  if (said !== undefined) io.warn(said);
  const cursor = answer?.kind === 'result' ? memberText(answer.text, ['nextCursor']) : undefined;
  if (cursor !== undefined && method.endsWith('/list'))
    io.warn(visibleText(`There are more items. Next page: --params '{"cursor":${cursor}}'`));
  say(`Recording: ${session.path}`);
  if (!whole) return EXIT.notWhole;
  return outcome === 'result' ? EXIT.good : connected ? EXIT.bad : EXIT.notRun;
}

/** JSON over lines. What a terminal would take for an order is escaped, which is the same JSON. */
function printable(json: string): string {
  return seenJson(formatJson(json));
}
