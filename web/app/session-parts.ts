/** What the page shows of a session, and does for it: it comes with the first one, and stays for the next. */
import { Later } from '../base/later.svelte.ts';

export const sessionParts = new Later(() => import('./open-session.ts'));
