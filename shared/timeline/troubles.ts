/** The events of a session that went wrong. */
import { countBelow } from '#shared/base';
import type { WireEvent } from '#shared/recording';
import { isTrouble } from './filter.ts';
import { LogReader } from './log-reader.ts';

export class Troubles extends LogReader {
  readonly found: number[] = [];

  protected override process({ s }: WireEvent): void {
    if (isTrouble(this.log, s)) this.found.push(s);
  }

  counts(shown: number) {
    const violations = countBelow(this.log.faulty, Math.min(shown, this.processed));
    return { violations, errors: countBelow(this.found, shown) - violations };
  }
}
