/** Session logs from bare messages. */
import { SessionLog } from '#shared/session';

/** A log of messages, client's first unless marked `<`. */
export function logOf(...texts: readonly string[]): SessionLog {
  const log = new SessionLog();
  for (const text of texts) {
    const s2c = text.startsWith('<');
    log.append({ s: log.length, t: log.length, k: 'message', dir: s2c ? 's2c' : 'c2s', raw: text.slice(s2c ? 1 : 0) });
  }
  return log;
}
