/** Stands in for `state/abilities.ts`: a recording in a file can only be read. */
export const SENDS: boolean = false;
