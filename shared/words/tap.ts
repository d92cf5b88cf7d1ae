/** What a tap did, in words. */
import { parsedObject, showIdKey } from '#shared/jsonrpc';
import type { TapBody } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import type { Words } from './dictionary.ts';
import { duration } from './figures.ts';
import { oneLine } from './text.ts';

/** `tools/call #3: dropped by hand`: the message, what was done with it, and who or what decided. */
export function tapText(log: SessionLog, event: TapBody, words: Words): string {
  const { act, at, rule } = event;
  const about = at === undefined ? '' : messageName(log, at);
  const said = act === 'armed' ? ordersText(event, words) : actText(event, words);
  const why = act === 'hold' && rule !== undefined ? words.tap.breakpoint(oneLine(rule)) : decidedBy(event, words);
  return `${about === '' ? '' : `${about}${words.common.colon}`}${said}${why === '' ? '' : words.common.aside(why)}`;
}

/** What was done, without saying with what. */
export function actText({ act, ms, times, status, why = 'size' }: TapBody, { common, tap }: Words): string {
  const time = duration((ms ?? 0) * 1000, common.locale);
  switch (act) {
    case 'hold':
      return tap.hold(ms === undefined ? '' : time);
    case 'delay':
      return tap.delay(time);
    case 'repeat':
      return tap.repeat(times ?? 2);
    case 'fail':
      return tap.fail(status);
    case 'spared':
      return tap.spared[why];
    default:
      return tap.acts[act];
  }
}

/** Who or what decided; empty when the recording does not tell. */
export function decidedBy({ by, rule }: TapBody, { tap }: Words): string {
  if (by === 'rule' || (by === undefined && rule !== undefined)) return tap.rule(oneLine(rule ?? ''));
  return by === undefined ? '' : tap.by[by];
}

/** Method and id of the message of event `at`, `tools/call #3`; of what has neither, its number. */
function messageName(log: SessionLog, at: number): string {
  const { key, method = log.notes.get(at)?.method } = log.operationOf(at) ?? {};
  return oneLine(`${method ?? ''}${key === undefined ? '' : ` #${showIdKey(key)}`}`);
}

/** What is in force from here on. */
function ordersText({ orders }: TapBody, { common, tap }: Words): string {
  const { breakpoints, rules, limit } = parsedObject(orders ?? '') ?? {};
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  if (count(breakpoints) + count(rules) === 0) return tap.disarmed;
  return tap.armed(
    count(breakpoints),
    count(rules),
    typeof limit === 'number' ? duration(limit * 1000, common.locale) : '',
  );
}
