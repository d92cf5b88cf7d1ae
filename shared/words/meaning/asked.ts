/** What a request or a notification asks or says. */
import { isObject, withSmallMembers, type DecodedNotification, type DecodedRequest } from '#shared/jsonrpc';
import {
  definesMethod,
  listByMethod,
  methodFacts,
  nonStandardMethod,
  senderOf,
  subjectOf,
  type MethodFacts,
} from '#shared/mcp';
import { opposite, type MessageEvent } from '#shared/recording';
import { hasCapability, isProbe } from '#shared/session';
import { askedText } from '../content.ts';
import { entryOf, oneLine } from '../text.ts';
import { saysOfClient } from './declared.ts';
import type { AskedFacts } from './facts.ts';
import { joined, memberOf, nameOf, operationName, revisionAt, sentences, type Place } from './place.ts';

const MAX_NAME_CHARS = 200;
type Sentences = { readonly [method: string]: (asked: AskedFacts) => string };

export function asked(place: Place, event: MessageEvent, message: DecodedRequest | DecodedNotification): string {
  const { words } = place;
  const facts = methodFacts(message.method);
  if (facts?.kind !== message.kind) return unknown(place, event, message);
  return sentences(words, said(place, event, message, factsOf(place, event, message)), ...remarks(place, event, facts));
}

function factsOf(place: Place, event: MessageEvent, message: DecodedRequest | DecodedNotification): AskedFacts {
  const { words, log, s } = place;
  const whole = withSmallMembers(message);
  const params: JsonParams = 'params' in whole && isObject(whole.params) ? whole.params : {};
  const operation = log.operationOf(s);
  const parent =
    message.kind === 'request' && operation?.opened === s ? log.operations.get(operation.parent ?? -1) : undefined;
  const list = listByMethod(message.method)?.list;
  const content = askedText(words, message, event.raw);
  const of = operationName(operation) || (/^#\S+/.exec(content)?.[0] ?? '');
  return {
    who: words.meaning.sides[event.dir],
    other: words.meaning.sides[opposite(event.dir)],
    name: OF_REQUEST.has(message.method)
      ? of
      : oneLine(subjectOf(message.method, params) ?? '').slice(0, MAX_NAME_CHARS),
    content: contentOf(message, content, params),
    member: memberOf(params),
    next: params['cursor'] !== undefined,
    anew: list !== undefined && place.before().lists[list].stale !== undefined,
    again: params['inputResponses'] !== undefined || params['requestState'] !== undefined,
    during: operationName(parent),
  };
}

type JsonParams = { readonly [name: string]: unknown };

/** Notifications about a request, which their sentences name. */
const OF_REQUEST: ReadonlySet<string> = new Set(['notifications/cancelled', 'notifications/progress']);

/** The reason stands by itself where the request is named. */
function contentOf({ method }: { readonly method: string }, content: string, params: JsonParams): string {
  return method === 'notifications/cancelled' ? memberOf(params)('reason') : content;
}

function said(
  place: Place,
  event: MessageEvent,
  message: DecodedRequest | DecodedNotification,
  about: AskedFacts,
): string {
  const { words, log, s } = place;
  const t = words.meaning;
  const { method } = message;
  if (method === 'initialize') {
    const params = 'params' in message && isObject(message.params) ? message.params : {};
    const revision = memberOf(params)('protocolVersion');
    const says = saysOfClient(params['capabilities'], words);
    return t.initialize(about.who, nameOf(params['clientInfo'], words), revision, says);
  }
  if (method === 'server/discover') {
    const operation = log.operationOf(s);
    return sentences(words, t.discover(about), operation && isProbe(operation) ? t.probe : '');
  }
  const all: Sentences = message.kind === 'request' ? t.requests : t.notifications;
  const say = entryOf(all, method);
  return say ? say(about) : unknown(place, event, message);
}

/** What is odd about a method that is known: not of this revision, sent by the wrong side, not declared. */
function remarks(place: Place, event: MessageEvent, facts: MethodFacts): string[] {
  const { words } = place;
  const t = words.meaning;
  const revision = revisionAt(place);
  const sender = event.dir === 'c2s' ? 'client' : 'server';
  // The handshake and the probe come before a version is agreed on.
  if (facts.method === 'initialize' || facts.method === 'server/discover') return [];
  if (!definesMethod(facts, revision)) return [t.notInRevision(facts.method, revision)];
  const who = senderOf(facts, revision);
  if (who !== 'both' && who !== sender) return [t.wrongSender[event.dir]];
  const state = place.before();
  const receiver = event.dir === 'c2s' ? state.server : state.client;
  const { requires, extension } = facts;
  if (requires === undefined || extension !== undefined || facts.kind !== 'request') return [];
  if (requires === 'completions' && revision < '2025-03-26') return [];
  if (receiver.capabilities === undefined || hasCapability(receiver, requires)) return [];
  return [t.notDeclared(t.sides[opposite(event.dir)], requires)];
}

function unknown(place: Place, event: MessageEvent, { kind, method }: DecodedRequest | DecodedNotification): string {
  const { words } = place;
  const t = words.meaning;
  const name = joined([method], '') || '""';
  const says = kind === 'request' ? t.unknownRequest : t.unknownNotification;
  const known = nonStandardMethod(method);
  const { why, instead } = words.problems.nonStandard;
  return sentences(
    words,
    says(t.sides[event.dir], name, revisionAt(place)),
    known ? why[known.why] : '',
    known?.instead === undefined ? '' : instead(known.instead),
  );
}
