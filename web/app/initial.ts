/** The letter that stands for a session in the rail. */

/** The first letter or digit of a title's last part, as its path, package or address ends in what tells it from others. */
export function initialOf(title: string): string {
  const name = /\s/.test(title) ? title : (title.split(/[\\/@]/).findLast((part) => part !== '') ?? title);
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase();
}
