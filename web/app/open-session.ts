import { listenForCallbacks } from '../authorize/callbacks.ts';
import Session from './Session.svelte';
import SessionStatus from './SessionStatus.svelte';
import SessionTab from './SessionTab.svelte';
import { dueWords } from './session-status.ts';

export default { Session, SessionStatus, SessionTab, dueWords, listenForCallbacks };
