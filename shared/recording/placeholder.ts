/** A placeholder that stands in a recording for a secret: `‹token:1›`. */
export const PLACEHOLDER = /‹[\w-]+:\d+›/g;
