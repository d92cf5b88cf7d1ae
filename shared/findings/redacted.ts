/** True for a text that holds a placeholder of redaction, `‹token:1›`: the value on the wire was another. */
export function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value.includes('‹') && /‹[\w-]{1,40}:\d{1,9}›/.test(value);
}
