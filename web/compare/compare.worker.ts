/** Compares recordings away from the page: long ones take their seconds. */
import { defined } from '#shared/base';
import { compareLogs, suggestMasks, textDifference, toldMasks, type Comparison, type Side } from '#shared/compare';
import { formatJson } from '#shared/jsonrpc';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { readRecorded, type Recorded } from '#shared/recording';
import { ShownRedactor } from '#shared/redact';
import { wordsIn } from '#shared/words';
import { readText } from '../base/plain-bytes.ts';
import { answerRequests } from '../base/worker-link.ts';
import type { SideName } from '../workspace/library/chosen.ts';
import type { CompareReplies, CompareRequest, ShownText, SideFacts } from './compare-messages.ts';
import { foldEqual } from './fold-equal.ts';
import { overviewOf } from './overview.ts';
import { load, pairLine, type Loaded } from './pair-line.ts';
import { summarize } from '#shared/library';

/** Longest file that is read, in UTF-16 units; a string can't be longer in every browser. */
const LONGEST = 500_000_000;
/** Longest message that is shown side by side, in UTF-16 units. */
const LONGEST_TEXT = 4_000_000;

const sides = new Map<SideName, Loaded>();
let comparison: Comparison | undefined;

/** One after the other: what is loaded later replaces what was loaded earlier, however long that took. */
let previous: Promise<unknown> = Promise.resolve();

answerRequests((request: CompareRequest) => {
  const done = previous.then(() => carryOut(request));
  previous = done.catch(() => undefined);
  return done;
});

async function carryOut(request: CompareRequest): Promise<CompareReplies[keyof CompareReplies]> {
  switch (request.type) {
    case 'load': {
      sides.delete(request.side);
      const { read, problem } = await readFile(request.file);
      sides.set(request.side, load(read));
      return { ...factsOf(read), ...defined({ problem }) };
    }
    case 'compare': {
      const { masks, latency, strict, checkLists, leaveOut, run } = request;
      const judge = comparedFindings({ en: await findingsWordsIn('en'), 'zh-CN': await findingsWordsIn('zh-CN') });
      comparison = compareLogs(loaded('before').folded, loaded('after').folded, {
        masks,
        judge,
        latency,
        strict,
        checkLists,
        ...defined({ leaveOut, run }),
      });
      return overviewOf(comparison);
    }
    case 'pair':
      return comparison?.pairs[request.index];
    case 'line': {
      const pair = comparison?.pairs[request.index] ?? leftOut(request.index);
      const both = { before: loaded('before'), after: loaded('after') };
      return pair && pairLine(pair, both, await wordsIn(request.language));
    }
    case 'text':
      return text(request.index, request.part, request.all);
    case 'suggest': {
      const { read } = await readFile(request.file);
      return suggestMasks(loaded('before').folded.recorded, read, request.masks);
    }
    case 'masks-to-write': {
      const redactor = new ShownRedactor([loaded('before').folded.recorded, loaded('after').folded.recorded]);
      const { masks } = request;
      return { ...masks, pointers: toldMasks(masks.pointers, (texts) => redactor.redact(texts)) };
    }
  }
}

async function readFile(file: Blob): Promise<{ readonly read: Recorded; readonly problem?: string }> {
  const { text: whole, more, broken } = await readText(file, LONGEST);
  if (more) throw new Error('too-large');
  const { recorded: read, summary } = readRecorded(whole);
  const problem = summary.damage?.code ?? broken;
  if (!read) throw new Error(problem ?? 'not-a-recording');
  return { read, ...defined({ problem }) };
}

function loaded(side: SideName): Loaded {
  const found = sides.get(side);
  if (!found) throw new Error('nothing was loaded');
  return found;
}

function text(index: number, part: 'request' | 'answer', all: boolean): ShownText {
  const pair = comparison?.pairs[index] ?? leftOut(index);
  const one = messageOf('before', pair?.before, part);
  const other = messageOf('after', pair?.after, part);
  const cut = Math.max(one.length, other.length) > LONGEST_TEXT;
  const { rows, exact } = textDifference(laidOut(one), laidOut(other));
  return { rows: all ? rows : foldEqual(rows), exact, cut };
}

function leftOut(index: number): { readonly before?: Side; readonly after?: Side } | undefined {
  const found = comparison?.leftOut[index - comparison.pairs.length];
  return found && { before: found.side };
}

const laidOut = (message: string): string => formatJson(message.slice(0, LONGEST_TEXT));

/** The text of a side's request or answer; empty when there is none, or none that is text. */
function messageOf(name: SideName, side: Side | undefined, part: 'request' | 'answer'): string {
  const s = part === 'request' ? side?.s : side?.closed;
  const event = s === undefined ? undefined : sides.get(name)?.folded.recorded.events[s];
  return event?.k === 'message' ? (event.raw ?? '') : '';
}

function factsOf({ header, events }: Recorded): SideFacts {
  const { server, revision } = summarize({ header, events });
  const version = server?.version === undefined ? '' : ` ${server.version}`;
  return {
    ...defined({ server: server && `${server.name}${version}`, revision }),
    transport: header.connection.transport,
    startedAt: header.startedAt,
    events: events.length,
  };
}
