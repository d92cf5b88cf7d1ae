/** What a response says. */
import { isObject, withSmallMembers, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { eraOf, errorCodeName, errorFacts, listByMethod } from '#shared/mcp';
import type { MessageEvent } from '#shared/recording';
import { isProbe, needsHandshake, supportedVersions, type Operation } from '#shared/session';
import { answeredText } from '../content.ts';
import { entryOf, minus, oneLine } from '../text.ts';
import { saysOfServer } from './declared.ts';
import type { AnsweredFacts } from './facts.ts';
import { joined, memberOf, nameOf, revisionAt, sentences, stopped, type Place } from './place.ts';

type Sentences = { readonly [method: string]: (answered: AnsweredFacts) => string };

export function answered(place: Place, event: MessageEvent, message: DecodedResponse): string {
  const { words, log, s } = place;
  const t = words.meaning;
  const operation = log.operationOf(s);
  const [fault] = log.notes.get(s)?.faults?.filter((each) => MISPLACED.has(each)) ?? [];
  if (fault !== undefined || !operation) {
    const { title, text } = words.problems.faults[fault ?? 'unknown-id'];
    return t.unmatched(title, text);
  }
  const whole = withSmallMembers(message) as DecodedResponse;
  return message.outcome === 'error'
    ? errorSaid(place, event, whole, operation)
    : resultSaid(place, event, whole, operation);
}

/** Faults of a response that belongs to no open request. */
const MISPLACED: ReadonlySet<string> = new Set(['unknown-id', 'no-id', 'duplicate-response']);

function resultSaid(place: Place, event: MessageEvent, message: DecodedResponse, operation: Operation): string {
  const { words } = place;
  const t = words.meaning;
  const { method = '' } = operation;
  const result: JsonObject = isObject(message.result) ? message.result : {};
  const about: AnsweredFacts = {
    who: t.sides[event.dir],
    name: oneLine(operation.name ?? ''),
    content: withoutAction(answeredText(words, method, message, event.raw), result),
    count: countOf(result),
    member: memberOf(result),
  };
  if (method === 'initialize') return agreed(place, about, operation, result);
  if (method === 'server/discover') return discovered(place, about, message.result, result);
  if (result['resultType'] === 'input_required')
    return t.needsInput(
      isObject(result['inputRequests']) ? joined(Object.keys(result['inputRequests']).slice(0, 8), ', ') : '',
    );
  if (result['resultType'] === 'task' || isObject(result['task'])) {
    const task = isObject(result['task']) ? result['task'] : result;
    return t.becameTask(memberOf(task)('taskId'));
  }
  const list = listByMethod(method);
  const items = list && result[list.member];
  if (list && Array.isArray(items)) {
    const more = typeof result['nextCursor'] === 'string';
    const { pages } = place.before().lists[list.list];
    const page = pageOf(place, operation) === 'first' ? 1 : pages + 1;
    if (items.length === 0 && page === 1 && !more) return t.emptyList;
    return t.page(words.rows.details.items(list.list, items.length, false), page, more);
  }
  if (list && !message.large) return t.noList;
  if (operation.outcome === 'tool-error') return stopped(t.toolError(about.name, about.content), words);
  const say = entryOf<Sentences[string]>(t.results as Sentences, method);
  return say ? say(about) : message.large && about.content === '' ? t.tooLarge : t.gave(about);
}

/** What a person answered; how is said by the sentence. */
function withoutAction(content: string, { action }: JsonObject): string {
  return typeof action === 'string' && content.startsWith(action)
    ? content.slice(action.length).replace(/^ · /, '')
    : content;
}

/** Items, messages, roots, tasks, suggestions: as many as the result has. */
function countOf(result: JsonObject): number {
  const { messages, roots, tasks, completion } = result;
  const all = [messages, roots, tasks, isObject(completion) ? completion['values'] : undefined];
  return all.find((each): each is unknown[] => Array.isArray(each))?.length ?? 0;
}

/** Whether the request asked for the first page of a list. */
function pageOf({ log }: Place, operation: Operation): 'first' | 'later' {
  const request = log.decoded(operation.opened);
  const params = request?.kind === 'request' ? request.params : undefined;
  return isObject(params) && params['cursor'] !== undefined ? 'later' : 'first';
}

function agreed(place: Place, { who, member }: AnsweredFacts, operation: Operation, result: JsonObject): string {
  const { words, log } = place;
  const t = words.meaning;
  const request = log.decoded(operation.opened);
  const offered = request?.kind === 'request' ? memberOf(request.params)('protocolVersion') : '';
  const revision = member('protocolVersion');
  const named = nameOf(result['serverInfo'], words);
  return sentences(
    words,
    revision === ''
      ? t.noRevision(who)
      : revision === offered || offered === ''
        ? t.agrees(who, named, revision)
        : t.otherRevision(who, named, revision, offered),
    saysOfServer(result['capabilities'], words),
    member('instructions') === '' ? '' : t.instructions,
  );
}

function discovered({ words }: Place, { who, member }: AnsweredFacts, value: unknown, result: JsonObject): string {
  const t = words.meaning;
  const versions = supportedVersions(value);
  if (!versions) return sentences(words, t.gave({ who, member, name: '', content: '', count: 0 }), t.notDiscovered);
  return sentences(
    words,
    t.supports(who, t.and(versions.slice(0, 8).map(oneLine))),
    saysOfServer(result['capabilities'], words),
    member('instructions') === '' ? '' : t.instructions,
  );
}

function errorSaid(place: Place, event: MessageEvent, message: DecodedResponse, operation: Operation): string {
  const { words } = place;
  const t = words.meaning;
  const { error } = message;
  const code = isObject(error) ? error['code'] : undefined;
  const named = errorCodeName(code) ?? '';
  const said = memberOf(error)('message');
  const number = typeof code === 'number' ? minus(String(code)) : '';
  const text = [number, named].filter(Boolean).join(' ');
  const whole =
    said === '' || said === named
      ? text || answeredText(words, operation.method, message, event.raw)
      : joined([text, said], text === '' ? '' : words.common.colon);
  const head = stopped(t.errorIs(t.sides[event.dir], whole.replace(/[.。]$/, '')), words);
  if (isProbe(operation) && needsHandshake('error', error)) return sentences(words, head, t.probeRefused);
  const facts = errorFacts(code, revisionAt(place));
  const data = isObject(error) && isObject(error['data']) ? error['data'] : {};
  const versions = data['supported'];
  const listed = Array.isArray(versions) ? versions.slice(0, 8).map(String) : [];
  // To repeat a handshake with a version that has none would change nothing.
  const wrongWay = operation.method === 'initialize' && listed.length > 0 && listed.every(isPerRequest);
  const advice = wrongWay ? t.noHandshake : facts && words.errorCodes.advice[facts.key];
  return sentences(
    words,
    head,
    facts ? words.errorCodes.meanings[facts.key] : '',
    advice ?? '',
    listed.length > 0 ? t.versionsListed(joined(listed, ', ')) : '',
  );
}

const isPerRequest = (version: string): boolean => eraOf(version) === 'per-request';
