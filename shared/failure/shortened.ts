/** How long a quoted line may be (UTF-16 units). */
const LONGEST = 300;

/** A line of a server's words as it is quoted: a longer one ends with an ellipsis. */
export const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
