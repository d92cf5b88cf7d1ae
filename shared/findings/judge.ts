/** A judge: the code that decides about the rules of one mechanism, and the events that it wants to see. */
import type { Decoded, DecodedBatch, DecodedNotification, DecodedRequest, DecodedResponse } from '#shared/jsonrpc';
import type { Direction, WireEvent } from '#shared/recording';
import type { Rule } from './rule.ts';
import type { Asked } from './session-facts.ts';
import { emptyTables } from '#shared/session';
import type { Turn } from './turn.ts';

/** `turn` says what is known; `state` is the judge's own. */
type Handles<What, State> = (turn: Turn, what: What, state: State) => void;
type ByMethod<What, State> = { readonly [method: string]: Handles<What, State> };
/** A response that came to a request which waited for it. */
export type Answer = DecodedResponse & { readonly to: Asked };

/** What messages have in common that the same judges are asked about. */
export interface About {
  readonly dir: Direction;
  /** Of a response that of the request which it answers; empty for one that no judge names. */
  readonly method: string;
  /** Its revision is one without a handshake, or not known. */
  readonly modern: boolean;
  readonly http: boolean;
  /** Its parameters have `_meta`. */
  readonly meta: boolean;
  /** It has `inputRequests` or `inputResponses`. */
  readonly inputs: boolean;
  /** It is whole, no item of a batch, nothing is wrong with its members, and its parameters or result are an object or absent. */
  readonly sound: boolean;
  /** Of a response: it is an error. */
  readonly failed: boolean;
}
export type General = 'payload' | 'message' | 'request' | 'notification' | 'response';
export type ByName = 'requests' | 'notifications' | 'answers';
type Which<Handler extends General | ByName> = { readonly [handler in Handler]?: (about: About) => boolean };

/** Events that are no messages. Exchanges of authorization (`step`) are among those of HTTP. */
export type OtherKind = Exclude<WireEvent['k'], 'message' | 'tap' | 'note' | 'unknown'>;
type ByKind<State> = { readonly [kind in OtherKind]?: Handles<Extract<WireEvent, { k: kind }>, State> };

export interface Judge<State extends object = object> extends ByKind<State> {
  readonly rules: readonly Rule[];
  /** Its state before the first event: tables of values that are never changed in place (see `tables.ts` of the session). */
  readonly init?: () => State;
  /** It wants messages of every revision, also of those that have none of its rules: what was agreed there is what its rules ask about. */
  readonly everywhere?: true;
  /** By handler, the only messages that it has to see: of others it says nothing, and takes no note of them. */
  readonly interestedIn?: Which<General | ByName>;
  /** By handler: messages judged the same while the same is agreed (see `verdict-cache.ts`), by `About` and what was declared alone. */
  readonly pureWhileAgreed?: Which<General>;
  /** A whole batch, before `payload`. */
  readonly batch?: Handles<DecodedBatch, State>;
  /** The whole message of an event, before its items: batches, text that is no message. */
  readonly payload?: Handles<Decoded, State>;
  /** Every message and every item of a batch, of any kind. */
  readonly message?: Handles<Decoded, State>;
  readonly request?: Handles<DecodedRequest, State>;
  readonly notification?: Handles<DecodedNotification, State>;
  /** Every response, to whatever. */
  readonly response?: Handles<DecodedResponse, State>;
  /** Every response that is an error. */
  readonly failure?: Handles<DecodedResponse, State>;
  /** What is no request, notification or response. */
  readonly other?: Handles<Decoded, State>;
  /** By method; of an answer that of the request. An answer to a late or unknown request is not among them. */
  readonly requests?: ByMethod<DecodedRequest, State>;
  readonly notifications?: ByMethod<DecodedNotification, State>;
  readonly answers?: ByMethod<Answer, State>;
  /** Any event, before everything else: for what time settles. It has to cost nothing when nothing is due. */
  readonly each?: Handles<WireEvent, State>;
  /** After all other judges of a message or item: for general rules that give way to particular ones. */
  readonly last?: Handles<Decoded, State>;
}

/** A judge as the dispatcher has it: the type of its state is its own affair. */
export function judge<State extends object>(definition: Judge<State>): Judge {
  return definition as unknown as Judge;
}

/** For judges whose tables are about one process or session: a new one knows nothing of what was agreed before. */
export const RENEWED: Pick<Judge, 'process' | 'connection'> = {
  process: (_turn, { event }, state) => {
    if (event === 'spawn') emptyTables(state);
  },
  connection: (_turn, { event }, state) => {
    if (event === 'restarted') emptyTables(state);
  },
};
