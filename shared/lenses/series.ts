/** Event numbers in order, of which there may be a million: a copy shares all but the last of them with the original. */

const PART = 1024;

export interface Series {
  /** Parts of `PART` numbers; none of them changes any more. */
  readonly full: number[][];
  last: number[];
}

export function newSeries(): Series {
  return { full: [], last: [] };
}

export function copySeries({ full, last }: Series): Series {
  return { full: [...full], last: [...last] };
}

/** How many entries `copySeries` copies at most. */
export function seriesSize({ full }: Series): number {
  return full.length + 1;
}

export function push(series: Series, value: number): void {
  series.last.push(value);
  if (series.last.length < PART) return;
  series.full.push(series.last);
  series.last = [];
}

export function countOf({ full, last }: Series): number {
  return full.length * PART + last.length;
}

export function slice({ full, last }: Series, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = Math.max(0, from); at < to;) {
    const part = full[Math.floor(at / PART)] ?? last;
    const piece = part.slice(at % PART, (at % PART) + to - at);
    if (piece.length === 0) break;
    found.push(...piece);
    at += piece.length;
  }
  return found;
}

export function latest(series: Series, most: number): number[] {
  const count = countOf(series);
  return slice(series, count - most, count);
}
