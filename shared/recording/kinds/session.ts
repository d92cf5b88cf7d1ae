/** Kinds of events that tell of the session: turns of the connection, limits of time, acts of a tap, notes, and what is missing. */
import { about, block, mark, number, oneWord, owner, text, texts } from '../field.ts';
import { kind } from './kind.ts';

/** Why an event is missing from a recording: nothing could be written for too long, and too much waited already. */
export const NOT_RECORDED = 'could not be recorded';
/** Why a payload is missing from a copy of a recording: whoever made it had only its beginning. */
export const PAYLOAD_MISSING = 'payload not available';

export const SESSION_KINDS = {
  /**
   * `era`: how the server is spoken to from here on (`detail` is the revision, `reason` why); `restarted`: the server's process or
   * session is a new one; `authorization`: a turn in authorization (`nonce`: nothing but a nonce in the proof was missing, RFC 9449);
   * `slowed`: what the program repeats by itself waits from here on (`reason` what, `detail` the first wait in milliseconds, absent
   * when it is not repeated any more); `policy`: the automatic steps were changed (`steps` are those in force from here on).
   */
  connection: kind(
    {
      about: 'A turn in the life of the connection.',
      required: {
        event: oneWord(
          'opening',
          'open',
          'resumed',
          'era',
          'restarted',
          'authorization',
          'slowed',
          'policy',
          'closing',
          'closed',
          'problem',
        ),
      },
      optional: {
        /** A code that the page explains in words. */
        reason: text,
        detail: text,
        /** On `opening` and `policy`: names of the automatic steps in force from here on. */
        steps: texts,
      },
    },
    { isTrouble: ({ event, reason }) => event === 'problem' || (event === 'authorization' && reason === 'failed') },
  ),
  /** `idle` is the time without an answer or progress, `total` the time in all. `at` is the event of the request. */
  timeout: kind({
    about: 'A request was not answered in time.',
    required: {
      at: owner,
      limit: oneWord('idle', 'total'),
      /** The limit in milliseconds. */
      ms: number,
    },
  }),
  /**
   * `hold`: the message waits for a person; `forward`: it went on as it was; `edit`: another text went on; `drop`: nothing did; `answer`:
   * the sender got a response, and the other side nothing; `delay`: it went on `ms` later; `repeat`: it went on more than once; `fail`:
   * the sender got an error, or an HTTP status; `inject`: a message of the tap's own; `cut`: the stream was ended; `kill`: the server
   * was; `armed`: what waits or is changed from here on (`orders`); `spared`: it went on, because it could not be judged (`why`);
   * `lost`: a message of the tap's own could not be put on a stream before that ended.
   */
  tap: kind({
    about: 'What a tap did with a message, or of itself.',
    required: {
      act: oneWord(
        'armed',
        'hold',
        'forward',
        'edit',
        'drop',
        'answer',
        'delay',
        'repeat',
        'fail',
        'inject',
        'cut',
        'kill',
        'spared',
        'lost',
      ),
    },
    optional: {
      /** Of an `inject`, the injected one. */
      at: about('Event of the message.', owner),
      rule: about('The condition or the name of the rule that it fitted.', text),
      /** Who decided: a person, a rule, the limit of time, or nobody, because whoever armed the tap went away. */
      by: oneWord('user', 'rule', 'limit', 'gone'),
      /** Milliseconds of a `delay`; of a `hold`, after which it goes on by itself. */
      ms: number,
      /** How often a `repeat` went on in all. */
      times: number,
      /** HTTP status of a `fail`. */
      status: number,
      /** Longer than 16 MiB (also if absent), compressed, or a response's body, which can't be repeated. */
      why: about('On a `spared`: why it went on all the same.', oneWord('size', 'encoding', 'response')),
      /** None are in force any more when it is absent (shared/tap). */
      orders: about('On `armed`: JSON text of what waits or is changed from here on.', text),
    },
  }),
  note: kind(
    { about: "A person's note on an event.", required: { at: owner, text: block } },
    { line: ({ text: note }) => note },
  ),
  gap: kind({
    about: 'Something was left out.',
    required: { why: text },
    optional: {
      bytes: number,
      events: number,
      atMost: about('`bytes` or `events` is a bound: how much it was is not known.', mark),
    },
  }),
};
