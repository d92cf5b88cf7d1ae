/** The name of a session's file: its title as far as a file can be named so, and when it began where that is known. */
export function fileStem(title: string, startedAt: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const [, day, ...time] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)/.exec(startedAt) ?? [];
  // Messages without times begin at the epoch.
  return [name || 'session', ...(day === undefined || day === '1970-01-01' ? [] : [day, time.join('')])].join('-');
}
