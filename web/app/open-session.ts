import { listenForCallbacks } from '../authorize/callbacks.ts';
import Session from './Session.svelte';
import RailSession from './RailSession.svelte';
import SessionHead from './SessionHead.svelte';
import { dueWords } from './session-status.ts';

export default { Session, SessionHead, RailSession, dueWords, listenForCallbacks };
