/** The members that are defined, in their order: a member that may be undefined becomes one that may be absent. */

export function defined<const Members extends object>(members: Members): Defined<Members> {
  const kept: Partial<Members> = {};
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name];
  return kept as Defined<Members>;
}

type Defined<Members> = { -readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The words of whatever was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
