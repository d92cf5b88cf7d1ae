import { counted } from '../figures.ts';

/** What a tap between a client and a server did with the messages that pass. */
export const tap = {
  tag: 'tap',
  acts: {
    armed: 'breakpoints and rules changed',
    forward: 'forwarded unchanged',
    edit: 'forwarded with changes',
    drop: 'dropped',
    answer: 'answered at the tap',
    inject: 'injected at the tap',
    cut: 'stream cut',
    kill: 'server killed',
    spared: 'forwarded unchanged, too long for a breakpoint or rule',
  },
  hold: (limit: string): string => (limit === '' ? 'held' : `held, for ${limit} at most`),
  delay: (time: string): string => `forwarded ${time} late`,
  repeat: (times: number): string => `forwarded ${counted(times, 'time')}`,
  fail: (status: number | undefined): string =>
    status === undefined ? 'answered with an error' : `answered with HTTP ${status}`,
  breakpoint: (when: string): string => `breakpoint ${when}`,
  rule: (name: string): string => (name === '' ? 'by a rule' : `rule ${name}`),
  by: { user: 'by hand', limit: 'time limit reached', gone: 'nobody left to decide' },
  armed: (breakpoints: number, rules: number, limit: string): string =>
    [
      breakpoints > 0 ? counted(breakpoints, 'breakpoint') : '',
      rules > 0 ? counted(rules, 'rule') : '',
      breakpoints > 0 && limit !== '' ? `limit ${limit}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  disarmed: 'no breakpoints or rules, everything passes',
};
