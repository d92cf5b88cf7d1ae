/**
 * How much each part measures. `WHOLE` gives the figures to quote; `TINY` only shows that each part still runs to its end, for
 * `npm test`.
 */
export const WHOLE = {
  opening: { runs: 5 },
  messages: {
    floods: [
      { count: 1000, wanted: '< 0.3 s', runs: 3 },
      { count: 10_000, wanted: '< 1 s', runs: 3 },
      { count: 100_000, wanted: '< 8 s', runs: 1 },
    ],
    results: [
      { bytes: 1_000_000, wanted: '< 0.3 s', runs: 3 },
      { bytes: 10_000_000, wanted: '< 1 s', runs: 3 },
      { bytes: 50_000_000, wanted: '< 4 s', runs: 1 },
    ],
  },
  'in-flight': { counts: [100, 10_000] },
  'round-trips': { warm: 200, trips: 2000 },
  recordings: {
    opened: [
      { count: 100_000, wanted: '< 1.5 s', runs: 3 },
      { count: 1_000_000, wanted: '< 12 s', runs: 1 },
    ],
    scrollMs: 2000,
    jumps: 20,
    exports: { count: 100_000, runs: 1 },
  },
  views: { counts: [1_000_000], scrollMs: 2000, settleMs: 400, times: 3 },
  library: { recordings: 5000, runs: 3 },
  direct: { floods: [50_000], killed: 50_000 },
  soak: { count: 200_000 },
  commands: { count: 1_000_000, names: ['lint', 'show'] },
  folds: {
    count: 1_000_000,
    runs: 1,
    growth: { sizes: [2000, 6000], shapes: ['calls one by one', 'all in flight', 'never answered', 'reused ids'] },
  },
  findings: { counts: [1_000_000], runs: 1 },
  tap: { starts: 11, warm: 500, trips: 5000, floods: 3, lines: 100_000 },
};

export const TINY = {
  opening: { runs: 1 },
  messages: {
    floods: [{ count: 20, wanted: '', runs: 1 }],
    results: [{ bytes: 1000, wanted: '', runs: 1 }],
  },
  'in-flight': { counts: [10] },
  'round-trips': { warm: 2, trips: 10 },
  recordings: {
    opened: [{ count: 2000, wanted: '', runs: 1 }],
    scrollMs: 50,
    jumps: 2,
    exports: { count: 2000, runs: 1 },
  },
  views: { counts: [2000], scrollMs: 50, settleMs: 20, times: 2 },
  library: { recordings: 5, runs: 1 },
  direct: { floods: [500], killed: 500 },
  soak: { count: 500 },
  commands: { count: 500, names: ['lint', 'show'] },
  folds: { count: 500, runs: 1, growth: { sizes: [200], shapes: ['one batch'] } },
  findings: { counts: [500], runs: 1 },
  tap: { starts: 1, warm: 2, trips: 10, floods: 1, lines: 1000 },
};
