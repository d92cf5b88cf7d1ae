const MAX_LINE_CHARS = 300;

/** A line of a server's words as it is quoted: a longer one ends with an ellipsis. */
export const shortened = (text: string): string =>
  text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS - 1)}…` : text;
