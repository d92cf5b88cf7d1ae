/** Icons of servers, clients, tools, prompts and resources (basic/index#icons). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as METADATA } from '../rules/metadata.ts';
import { quoted, type Turn } from '../judging.ts';
import { pointerBelow, type Place } from '../holders.ts';

const { 'icon-src-scheme': SCHEME, 'icon-sizes': SIZES } = METADATA;

/** `http:` is not recommended, but no scheme that runs code or reads files. */
const HARMLESS: ReadonlySet<string> = new Set(['https', 'data', 'http']);
const SIZE = /^(?:[1-9]\d*x[1-9]\d*|any)$/;

/** Judge the icons of an object at a place. */
export function judgeIcons(turn: Turn, icons: unknown, place: Place): void {
  if (!Array.isArray(icons)) return;
  for (const [index, icon] of (icons as readonly unknown[]).entries())
    if (isObject(icon)) judgeIcon(turn, icon, { up: { up: place, name: 'icons' }, name: index });
}

function judgeIcon(turn: Turn, { src, sizes, theme }: JsonObject, place: Place): void {
  if (typeof src === 'string' && turn.applies(SCHEME)) {
    const scheme = /^([a-z][a-z0-9+.-]{0,40}):/i.exec(src)?.[1]?.toLowerCase();
    if (scheme !== undefined && !HARMLESS.has(scheme))
      turn.report(SCHEME, { pointer: pointerBelow(place, 'src'), found: [scheme, quoted(src)] });
  }
  if ((sizes === undefined && theme === undefined) || !turn.applies(SIZES)) return;
  if (typeof sizes === 'string')
    turn.report(SIZES, { pointer: pointerBelow(place, 'sizes'), found: ['sizes', quoted(sizes)] });
  const wrong = Array.isArray(sizes)
    ? (sizes as readonly unknown[]).findIndex((each) => typeof each !== 'string' || !SIZE.test(each))
    : -1;
  if (wrong >= 0 && Array.isArray(sizes))
    turn.report(SIZES, {
      pointer: pointerBelow(place, 'sizes', wrong),
      found: [`sizes/${wrong}`, quoted(sizes[wrong])],
    });
  if (theme !== undefined && theme !== 'light' && theme !== 'dark')
    turn.report(SIZES, { pointer: pointerBelow(place, 'theme'), found: ['theme', quoted(theme)] });
}
