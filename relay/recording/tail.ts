/** The newest lines of a recording in memory. Events given up are runs of numbers, of constant cost; lines are made when asked for. */
import { encodeEvent, NOT_RECORDED } from '#shared/recording';

interface Held {
  readonly from: number;
  readonly lines: string[];
}
interface Run {
  readonly from: number;
  to: number;
  readonly t: number;
}

const endOf = (part: Held | Run): number => ('lines' in part ? part.from + part.lines.length : part.to);
const gapLine = (s: number, t: number): string => encodeEvent({ s, t, k: 'gap', events: 1, why: NOT_RECORDED });

export class Tail {
  #parts: (Held | Run)[] = [];
  from = 0;

  push(s: number, line: string): void {
    const last = this.#parts.at(-1);
    if (last && 'lines' in last) last.lines.push(line);
    else this.#parts.push({ from: s, lines: [line] });
  }

  /** Drop event `s`, which follows the last one and happened at `t`. Gives the length of its gap line. */
  giveUp(s: number, t: number): number {
    const last = this.#parts.at(-1);
    if (last && !('lines' in last)) last.to = s + 1;
    else this.#parts.push({ from: s, to: s + 1, t });
    const run = this.#parts.at(-1);
    return gapLine(s, run && 't' in run ? run.t : t).length;
  }

  /** The end of the run of event `s`: of dropped events, or of held ones. */
  partAt(s: number): { readonly to: number; readonly givenUp: boolean } {
    const part = this.#parts.find((each) => endOf(each) > s);
    return part ? { to: endOf(part), givenUp: !('lines' in part) } : { to: s, givenUp: false };
  }

  /** The lines of the events from `from` to before `to`, which must all be here. */
  slice(from: number, to: number): string[] {
    const lines: string[] = [];
    for (const part of this.#parts) {
      if (endOf(part) <= from) continue;
      if (part.from >= to) break;
      const [first, end] = [Math.max(from, part.from), Math.min(to, endOf(part))];
      if ('lines' in part) for (const line of part.lines.slice(first - part.from, end - part.from)) lines.push(line);
      else for (let s = first; s < end; s++) lines.push(gapLine(s, part.t));
    }
    return lines;
  }

  trim(from: number): void {
    this.from = from;
    this.#parts = this.#parts.flatMap((part): (Held | Run)[] => {
      if (endOf(part) <= from) return [];
      if (part.from >= from) return [part];
      return 'lines' in part ? [{ from, lines: part.lines.slice(from - part.from) }] : [{ ...part, from }];
    });
  }
}
