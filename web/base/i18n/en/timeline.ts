const many = (n: number, one: string, more: string): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${more}`;

export const timeline = {
  label: 'Sequence diagram',
  client: 'client',
  server: 'server',
  time: 'Time',
  duration: 'Duration',
  phases: {
    label: 'Phases of the session',
    states: { done: 'done', current: 'now', next: 'to come', skipped: 'left out', failed: 'failed' },
    revision: 'Negotiated revision',
    offered: (revision: string): string => `offered ${revision}`,
    began: (phase: string): string => `Phase: ${phase}`,
  },
  filter: {
    label: 'Filter events',
    placeholder: 'Filter: method:tools/* -method:ping dir:s2c status:error dur:>500ms text',
    unknown: (tokens: string): string => `not understood: ${tokens}`,
    hidden: (n: number): string => `${n.toLocaleString('en')} hidden`,
    show: 'show',
    showLabel: 'Clear the filter and show all events',
    routine: 'HTTP steps',
    routineHint: 'Show the steps of HTTP exchanges that went as they should',
    follow: 'Follow',
    suggestions: 'Suggestions',
    properties: {
      method: 'method, * for anything',
      dir: 'direction',
      kind: 'kind of event',
      status: 'how it went',
      dur: 'time to the answer',
      size: 'size on the wire',
      id: 'request id',
      by: 'who wrote the message',
      op: 'number of the operation',
    },
    values: {
      c2s: 'client to server',
      s2c: 'server to client',
      error: 'anything that went wrong',
      fault: 'against the protocol',
      pending: 'still waiting',
      ok: 'answered with a result',
    } as { readonly [value: string]: string },
  },
  overview: (events: number, trouble: number): string =>
    `Overview: ${many(events, 'event', 'events')}, ${trouble === 0 ? 'no errors' : many(trouble, 'place with errors', 'places with errors')}.`,
  newEvents: (n: number): string => `${n.toLocaleString('en')} new`,
  newEventsLabel: (n: number): string => `${many(n, 'new row', 'new rows')}: go to the end and follow`,
  empty: 'Nothing has happened yet.',
  allHidden: (n: number): string =>
    n === 1 ? 'The filter hides the only event.' : `The filter hides all ${n.toLocaleString('en')} events.`,
  clearFilter: 'Clear the filter',
};
