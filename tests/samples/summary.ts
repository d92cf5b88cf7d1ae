/** What a sample says, in a few numbers: what each later version has to find in it, too. */
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';

/** Events by kind, operations by outcome, phases and faults with their events, what the last state knows. */
export function summaryOf(events: readonly WireEvent[], cutShort: boolean): object {
  const log = new SessionLog();
  const kinds: Record<string, number> = {};
  for (const event of events) {
    log.append(event);
    kinds[event.k] = (kinds[event.k] ?? 0) + 1;
  }
  const { phases, revision, tasks, lists } = log.state;
  const outcomes: Record<string, number> = {};
  for (const { outcome = 'open' } of log.operations) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    events: events.length,
    kinds,
    revision,
    phases: phases.all.map(({ phase, s }) => `${phase} ${s}`),
    operations: log.operations.length,
    outcomes,
    tasks: [...tasks.values()].map(({ status }) => status),
    tools: lists.tools.items.length,
    faults: log.faulty.map((s) => `${s} ${log.notes.get(s)?.faults?.join(' ') ?? ''}`),
    cutShort,
  };
}
