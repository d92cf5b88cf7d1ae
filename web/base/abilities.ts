/** What this page can do at all, whatever session it looks at. The page of an exported recording has its own. */

/** Messages can be sent, and composed before. */
export const SENDS: boolean = true;
