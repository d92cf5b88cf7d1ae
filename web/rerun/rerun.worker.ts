/** Reads, plans and compares recordings away from the page: long ones take their seconds. */
import { defined } from '#shared/base';
import { compareRecordings, suggestMasks, type Pair } from '#shared/compare';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { isLoss, readRecorded, type Recorded, type ReadSummary } from '#shared/recording';
import { planRerun } from '#shared/rerun';
import { headlineOf } from '../base/reason.ts';
import { answerRequests } from '../base/worker-link.ts';
import type { ComparedStep, RerunReplies, RerunRequest } from './rerun-messages.ts';

let before: Recorded | undefined;

answerRequests(carryOut);

async function carryOut(request: RerunRequest): Promise<RerunReplies[keyof RerunReplies]> {
  switch (request.type) {
    case 'read': {
      const { recorded, summary } = await readFile(request.file);
      before = recorded;
      return {
        damaged: summary.damage !== undefined || recorded.events.some(isLoss),
        redacted: (recorded.header.redacted ?? []).length > 0,
      };
    }
    case 'plan':
      return planRerun(loaded(), request.options);
    case 'compare': {
      const { leaveOut, run, masks } = request;
      const judge = comparedFindings({ en: await findingsWordsIn('en'), 'zh-CN': await findingsWordsIn('zh-CN') });
      const { recorded } = await readFile(request.file);
      const comparison = compareRecordings(loaded(), recorded, { leaveOut, run, masks, judge });
      const { same, counts, definitions, facts } = comparison;
      return {
        same,
        counts,
        definitions: definitions.length,
        facts: facts.filter((fact) => fact.counts).length,
        headline: headlineOf(comparison),
        steps: new Map(comparison.pairs.flatMap(comparedStep)),
      };
    }
    case 'calibrate': {
      const [first, second] = await Promise.all([readFile(request.first), readFile(request.second)]);
      return suggestMasks(first.recorded, second.recorded, request.masks);
    }
  }
}

function comparedStep({ verdict, before: one, after: other }: Pair): readonly (readonly [number, ComparedStep])[] {
  return one ? [[one.s, { verdict, ...defined({ before: one.ms, after: other?.ms }) }]] : [];
}

function loaded(): Recorded {
  if (!before) throw new Error('nothing was read');
  return before;
}

async function readFile(file: Blob): Promise<{ readonly recorded: Recorded; readonly summary: ReadSummary }> {
  const { recorded, summary } = readRecorded(await file.text());
  if (!recorded) throw new Error(summary.damage?.code ?? 'not-a-recording');
  return { recorded, summary };
}
