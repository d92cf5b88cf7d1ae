import { counted } from '../figures.ts';

/** What a tap between a client and a server did with the messages that pass. */
export const tap = {
  tag: 'tap',
  acts: {
    armed: 'breakpoints and rules changed',
    forward: 'forwarded unchanged',
    edit: 'forwarded with changes',
    drop: 'dropped',
    answer: 'response from the tap',
    inject: 'injected at the tap',
    cut: 'stream cut',
    kill: 'server killed',
    lost: 'message to inject not sent: the stream ended first',
  },
  spared: {
    size: 'forwarded unchanged: over 16 MiB, too large for breakpoints and rules',
    encoding: 'forwarded unchanged: compressed, can’t be read by breakpoints and rules',
    response: 'forwarded unchanged: the body of a response can’t be sent more than once',
  },
  hold: (limit: string): string => (limit === '' ? 'held' : `held for up to ${limit}`),
  delay: (time: string): string => `forwarded after ${time}`,
  repeat: (times: number): string => `forwarded ${counted(times, 'time')}`,
  fail: (status: number | undefined): string =>
    status === undefined ? 'error response from the tap' : `HTTP ${status} from the tap`,
  breakpoint: (when: string): string => `breakpoint ${when}`,
  rule: (name: string): string => (name === '' ? 'by a rule' : `rule ${name}`),
  by: { user: 'manually', limit: 'limit reached', gone: 'nobody left to decide' },
  armed: (breakpoints: number, rules: number, limit: string): string =>
    [
      breakpoints > 0 ? counted(breakpoints, 'breakpoint') : '',
      rules > 0 ? counted(rules, 'rule') : '',
      breakpoints > 0 && limit !== '' ? `time limit ${limit}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  disarmed: 'no breakpoints or rules; everything is forwarded',
};
