/** The fold of all rules over the events of a session. */
import type { Decoded } from '#shared/jsonrpc';
import type { Route, WireEvent } from '#shared/recording';
import { copyTables, type Fold, type StepNote } from '#shared/session';
import { Located } from './consequences.ts';
import { Dispatch } from './dispatch.ts';
import { JUDGES } from './judges/index.ts';
import { isWellKnown } from './http-exchange.ts';
import type { Finding } from './finding.ts';
import type { FindingsState } from './findings-state.ts';
import { initialFacts } from './session-facts.ts';
import { copyVerdictCache, emptyVerdictCache } from './verdict-cache.ts';
import { afterJudging, beforeJudging, stepMessageFacts } from './step-facts.ts';
import { copyTallies } from './tally.ts';
import { stepTapFacts, requestForwarded } from './tap-facts.ts';
import { Turn } from './turn.ts';

const DISPATCH = new Dispatch(JUDGES);

const foldOf = (headersHidden: boolean): Fold<FindingsState> => ({
  init: () => ({
    facts: initialFacts(headersHidden),
    judges: DISPATCH.states(),
    ...foundState([]),
    tallies: new Map(),
    unjudged: new Map(),
    verdictCache: emptyVerdictCache(),
  }),
  copy: ({ facts, judges, found, located, tallies, unjudged, verdictCache }) => ({
    facts: copyTables(facts),
    judges: judges.map(copyTables),
    ...copiedFound({ found, located }),
    tallies: copyTallies(tallies),
    unjudged: new Map(unjudged),
    verdictCache: copyVerdictCache(verdictCache),
  }),
  step: stepFindings,
});

type Found = Pick<FindingsState, 'found' | 'located'>;
const foundState = (found: Finding[]): Found => ({ found, located: new Located(found) });

function copiedFound({ found, located }: Found): Found {
  const copied = [...found];
  return { found: copied, located: located.copy(copied) };
}

/** The fold; its state after event `s` is `log.asOf(FINDINGS, s)`. */
export const FINDINGS = foldOf(false);
/** The same for what a page recorded, to which its browser shows only some headers. */
const BROWSER_FINDINGS = foldOf(true);

/** The fold for a recording or session that came by this route: a page that talks to servers itself is `direct`. */
export function findingsFold({ route }: { readonly route: Route }): Fold<FindingsState> {
  return route === 'direct' ? BROWSER_FINDINGS : FINDINGS;
}

function stepFindings(state: FindingsState, event: WireEvent, decoded: Decoded | undefined, note: StepNote): void {
  beforeJudging(state.facts, event);
  const turn = new Turn(state, event, note);
  judgeEvent(state, turn, decoded);
  turn.relate();
}

function judgeEvent(state: FindingsState, turn: Turn, decoded: Decoded | undefined): void {
  const { facts, judges } = state;
  const { event, note } = turn;
  DISPATCH.each(turn, event, judges);
  if (event.k === 'tap') return stepTapFacts(facts, event);
  if (event.k === 'message') {
    // What went on from a tap, or was made there, is not what a side says: it is known, not judged.
    if (event.of !== undefined) requestForwarded(facts, event, event.of);
    else if (decoded && !note.again) stepMessage(state, turn, decoded);
    return;
  }
  // Metadata have addresses of their own: what is asked there without a step of authorization is nothing of the protocol.
  const aside = event.k === 'http' && event.step === undefined && isWellKnown(turn.exchange?.url ?? '');
  if (!aside && event.k !== 'note' && event.k !== 'unknown') DISPATCH.kind(event.k, turn, event, judges);
  afterJudging(facts, event);
}

function stepMessage(state: FindingsState, turn: Turn, decoded: Decoded): void {
  const { facts, judges } = state;
  turn.startItem(decoded);
  if (decoded.kind !== 'batch') return stepItem(state, turn, decoded);
  if (!isOfTap(turn.event))
    for (const kind of ['batch', 'payload'] as const) DISPATCH.kind(kind, turn, decoded, judges);
  for (const [index, item] of decoded.items.entries()) {
    turn.startItem(item, index);
    stepItem(state, turn, item);
  }
  if (decoded.items.length === 0) stepMessageFacts(facts, turn, decoded);
}

const isOfTap = (event: WireEvent): boolean => event.k === 'message' && event.by === 'tap';

function stepItem(state: FindingsState, turn: Turn, item: Decoded): void {
  if (!isOfTap(turn.event)) DISPATCH.message(turn, item, state);
  stepMessageFacts(state.facts, turn, item);
}
