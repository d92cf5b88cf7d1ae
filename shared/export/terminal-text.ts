/** Colour and width for a terminal. */

const MIN_COLUMNS = 30;
const MAX_COLUMNS = 500;

/** The columns that are drawn in, of those that were asked for. */
export const columnsIn = (width: number): number =>
  Math.max(MIN_COLUMNS, Math.min(Math.floor(width) || 80, MAX_COLUMNS));

export type Ink = (text: string) => string;
export interface Paint {
  readonly bold: Ink;
  readonly muted: Ink;
  readonly client: Ink;
  readonly server: Ink;
  readonly err: Ink;
}

/** Colours by SGR sequences (ECMA-48 section 8.3.117), from the sixteen that the person's theme defines; or none. */
export function painter(color: boolean): Paint {
  const ink =
    (code: number): Ink =>
    (text) =>
      color && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { bold: ink(1), muted: ink(2), client: ink(34), server: ink(35), err: ink(31) };
}
