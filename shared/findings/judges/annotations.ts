/** Annotations of resources and content: whom they are for, how important, how old (server/resources#annotations). */
import { isObject } from '#shared/jsonrpc';
import { RULES as METADATA } from '../rules/metadata.ts';
import { quoted, type Turn } from '../judging.ts';
import { pointerBelow, type Place } from '../holders.ts';

const {
  'annotation-priority': PRIORITY,
  'annotation-audience': AUDIENCE,
  'annotation-last-modified': LAST_MODIFIED,
} = METADATA;

/** Calendar date and time of day in the extended or the basic format (ISO 8601). */
const DATE_TIME = /^\d{4}(?:-\d\d-\d\d|\d{4})T\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,20})?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Judge the annotations of an object at a place. */
export function judgeAnnotations(turn: Turn, annotations: unknown, place: Place): void {
  if (!isObject(annotations)) return;
  const { priority, audience, lastModified } = annotations;
  if (priority !== undefined && turn.applies(PRIORITY)) {
    const good = typeof priority === 'number' && priority >= 0 && priority <= 1;
    if (!good)
      turn.report(PRIORITY, { pointer: pointerBelow(place, 'annotations', 'priority'), found: [quoted(priority)] });
  }
  if (audience !== undefined && turn.applies(AUDIENCE)) {
    const good = Array.isArray(audience) && audience.every((each) => each === 'user' || each === 'assistant');
    if (!good)
      turn.report(AUDIENCE, { pointer: pointerBelow(place, 'annotations', 'audience'), found: [quoted(audience)] });
  }
  if (lastModified === undefined || !turn.applies(LAST_MODIFIED)) return;
  if (typeof lastModified === 'string' && lastModified.includes('‹')) turn.cannotJudge(LAST_MODIFIED, 'redacted');
  else if (typeof lastModified !== 'string' || !isDateTime(lastModified))
    turn.report(LAST_MODIFIED, {
      pointer: pointerBelow(place, 'annotations', 'lastModified'),
      found: [quoted(lastModified)],
    });
}

function isDateTime(text: string): boolean {
  if (!DATE_TIME.test(text)) return false;
  const digits = text.replace(/-(?=\d\d(?:-|T))/gi, '');
  const [month = 0, day = 0] = [Number(digits.slice(4, 6)), Number(digits.slice(6, 8))];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && Number(/T(\d\d)/i.exec(text)?.[1]) <= 24;
}
