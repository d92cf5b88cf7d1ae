/** Finds values by the names that stand before them or beside them: assignments, options, members, pairs, elements. */
import type { Add } from './findings.ts';
import { valueMatches, type Match } from './matches.ts';
import {
  isIdentifier,
  isNoWord,
  isPasswordName,
  isRedactedHeaderName,
  isSecretName,
  isSecretQueryName,
  isSessionName,
  looksRandomEnough,
  isVagueName,
  isWorkingFolder,
  looksMadeUp,
  looksTyped,
  PASSWORDS_ABROAD,
} from './names/index.ts';
import type { RuleName } from './rules.ts';
import { SIGN } from './signs.ts';

/** Where a value stands beside its name, and what tells whether it is a secret. */
interface Place {
  /** What every text has that has such a value: the signs, and one of the texts, if there are any. */
  readonly signs: number;
  readonly texts?: readonly string[];
  /** Has the groups of `valueMatches`. */
  readonly pattern: RegExp;
  readonly rule: RuleName;
  readonly isSecret: (match: Match, environment: ReadonlySet<string>) => boolean;
}

const RAW = String.raw;
/** A text in quotes of either kind, or one without, as long as `class` goes. */
const value = (longest: number, bare: string, inQuotes = ''): string =>
  RAW`(?<value>"(?:[^"\\${inQuotes}]|\\.){0,${longest}}"|'(?:[^'\\${inQuotes}]|\\.){0,${longest}}'|${bare}{1,${longest}})`;
/** What Python has before a text: the kind of text, or what is made of it. */
const BEFORE_QUOTE = RAW`(?:(?:\w{1,20}\.)?(?:Secret\w{0,9}|str|bytes|String)\((?=['"])|[bru]{1,2}(?=['"]))?`;
const IN_QUOTES = RAW`(?<value>"[^"\\]{1,65000}"|'[^'\\]{1,65000}')`;
const SPACE = RAW`\s{0,40}`;
const member = (names: string): string => RAW`["']?(?:${names})["']?${SPACE}:${SPACE}`;
const NAME_IN_QUOTES = RAW`(?<quote>["'])(?<name>[\w-]{3,128})\k<quote>`;
/** Members that stand between a name and its value. */
const BETWEEN = RAW`(?:["']?(?:type|required|secret|isSecret|sensitive|enabled|description)["']?${SPACE}:${SPACE}(?:"[^"\\]{0,200}"|'[^'\\]{0,200}'|true|false|null)${SPACE},${SPACE}){0,4}`;
const NAMES = 'name|key|header|field';
const VALUES = 'value|val';

function named(name: string): RegExp {
  const sign = RAW`(?:(?<=")[:：][ \t]*(?!")|(?<!")[:：][ \t]*|[ \t]{0,4}(?:=>|:=)[ \t]{0,4}| = ?)`;
  const bare = RAW`[^\s"'\\,;()[\]{}<>‹›]`;
  return new RegExp(
    RAW`(?<![\w$‹&?#%-])(?<quote>['"]?)(?<name>${name})\k<quote>(?:(?<=["'])\])?${sign}${BEFORE_QUOTE}${value(4096, bare, RAW`\r\n`)}`,
    'gi',
  );
}

/** True when an option of this name has a secret for its value. */
export const isSecretOption = (name: string): boolean => isSecretName(name) || isSecretQueryName(name);

const isSecretVariable = ({ name, value: given }: Match, environment: ReadonlySet<string>): boolean =>
  (environment.has(name) || isSecretName(name)) && !isWorkingFolder(name, given);

const PLACES: readonly Place[] = [
  {
    signs: SIGN.equals | SIGN.name,
    pattern: new RegExp(
      RAW`(?<![\w&?#%-])(?<name>[A-Za-z_]\w{1,127})=${BEFORE_QUOTE}${value(65_000, RAW`[^\s"'\\&;,‹›]`)}`,
      'g',
    ),
    rule: 'environment',
    isSecret: isSecretVariable,
  },
  {
    signs: SIGN.name,
    texts: ['set'],
    pattern: new RegExp(
      RAW`\bset(?:x|env)?[ \t]{1,4}(?:-\w{1,9}[ \t]{1,4}){0,3}(?<name>[A-Z][A-Z\d_]{2,127})[ \t]{1,4}${value(400, RAW`[^\s"'\\‹›]`)}`,
      'g',
    ),
    rule: 'environment',
    isSecret: (match, environment) => isSecretVariable(match, environment) && !/^[a-z]{1,4}$|^=/.test(match.value),
  },
  {
    signs: SIGN.name,
    texts: ['-'],
    pattern: new RegExp(
      RAW`(?<![\w-])--?(?<name>[A-Za-z][\w-]{1,64})(?:=|[ \t]+|"\s{0,40},\s{0,40}(?=")|'\s{0,40},\s{0,40}(?='))${value(65_000, RAW`[^\s"'\\‹›]`)}`,
      'g',
    ),
    rule: 'options',
    isSecret: ({ name, value: given, quoted }) => isSecretOption(name) && (quoted || !given.startsWith('-')),
  },
  // `token: x`, `'password': 'x'`, `api_key = x`, `:key => "x"`: what programs print of their values.
  { signs: SIGN.name, pattern: named(RAW`[A-Za-z_][\w-]{1,64}`), rule: 'members', isSecret: isNamed },
  {
    signs: SIGN.foreign,
    pattern: named(RAW`[\w-]{0,40}(?:${PASSWORDS_ABROAD.join('|')})`),
    rule: 'members',
    isSecret: isNamed,
  },
  {
    signs: SIGN.value,
    pattern: new RegExp(
      `${member(NAMES)}${NAME_IN_QUOTES}${SPACE},${SPACE}${BETWEEN}${member(VALUES)}${IN_QUOTES}`,
      'g',
    ),
    rule: 'members',
    isSecret: isBeside,
  },
  {
    signs: SIGN.value,
    pattern: new RegExp(
      `${member(VALUES)}${IN_QUOTES}(?<rest>${SPACE},${SPACE}${BETWEEN}${member(NAMES)}${NAME_IN_QUOTES})`,
      'g',
    ),
    rule: 'members',
    isSecret: isBeside,
  },
  {
    // A header as a list of two texts, or in a list of names and values in turn.
    signs: SIGN.name,
    texts: [`',`, '",'],
    pattern: new RegExp(
      RAW`[[(,]\s{0,40}b?(?<quote>["'])(?<name>[\w-]{0,40}?(?:key|token|secret|pass|auth|cookie|session|jwt|bearer|assertion|credential|signature|pat|dpop)[\w-]{0,20})\k<quote>\s{0,40},\s{0,40}b?${IN_QUOTES}`,
      'gi',
    ),
    rule: 'headers',
    isSecret: ({ name, value: given }) =>
      isRedactedHeaderName(name) &&
      /\d|[^\w -]/.test(given) &&
      (/-|^(?:authorization|cookie)$/i.test(name)
        ? !isRedactedHeaderName(given)
        : looksRandomEnough(given) && /\d/.test(given)),
  },
  {
    signs: SIGN.angle | SIGN.name,
    texts: ['</'],
    pattern:
      /<(?<tag>(?:[\w-]{1,40}:)?(?<name>[A-Za-z][\w.-]{2,64}))(?:\s[^<>‹›]{0,400})?>(?<value>[^<>\s‹›]{1,400})(?<rest><\/\k<tag>>)/g,
    rule: 'members',
    isSecret: ({ name }) => isSecretName(name),
  },
  {
    signs: SIGN.value | SIGN.equals,
    texts: ['value='],
    pattern:
      /\s(?:name|key)=(?<quote>["'])(?<name>[\w.-]{2,64})\k<quote>(?:\s[^<>]{0,200})?\svalue=(?<value>"[^"<>]{1,4096}"|'[^'<>]{1,4096}')/g,
    rule: 'members',
    isSecret: isBeside,
  },
  {
    signs: SIGN.line,
    texts: ['form-data'],
    pattern:
      /form-data;\s{0,8}name="?(?<name>[^";\r\n]{1,128})(?=[";\r\n])"?[^\r\n]{0,400}(?:\r?\n[A-Za-z-]{1,64}:[^\r\n]{0,400}){0,8}\r?\n\r?\n(?<value>[^\r\n‹›]{1,65000}(?:\r?\n(?!--)[^\r\n‹›]{0,4096}){0,200})/g,
    rule: 'members',
    isSecret: ({ name, value: given }) => isSecretName(name) || (isVagueName(name) && looksMadeUp(given)),
  },
];

function isBeside({ name, value: given }: Match, environment: ReadonlySet<string>): boolean {
  return (isSecretName(name) || isRedactedHeaderName(name) || environment.has(name)) && !isWorkingFolder(name, given);
}

/** What follows a secret name: any text in quotes; without them, what no word of a sentence looks like. */
function isNamed({ name, value: given, quoted, all }: Match, environment: ReadonlySet<string>): boolean {
  const isVague = quoted && isVagueName(name);
  if (!isVague && !isSessionName(name) && !isSecretName(name) && !environment.has(name)) return false;
  // A credential stands after its scheme.
  if (/authorization$/i.test(name)) return false;
  if (isWorkingFolder(name, given) || (isVague && !looksMadeUp(given) && !/^pass$/i.test(name))) return false;
  // Parsers complain of an unexpected token: 'x'.
  if (/^token:/i.test(all) && !looksRandomEnough(given)) return false;
  if (quoted || (looksRandomEnough(given) && /\d/.test(given))) return true;
  return (
    isPasswordName(name) && (looksTyped(given) || (isIdentifier(name) && isNoWord(given) && /^[A-Za-z]/.test(given)))
  );
}

/** A text in quotes inside quotes that is looked into. */
const MAX_DEPTH = 2;

/** Look through one view of a text; `environment` has the names of variables that were set for the server. */
export function findNamed(text: string, signs: number, add: Add, environment: ReadonlySet<string>): void {
  const find = (within: string, offset: number, place: Place, depth: number): void => {
    const { pattern, rule, isSecret } = place;
    for (const match of valueMatches(within, pattern)) {
      const { name, value, quoted, from } = match;
      if (isSecret(match, environment)) {
        const scheme = rule === 'headers' ? (/^(?:bearer|basic) /i.exec(value)?.[0].length ?? 0) : 0;
        const found = isSessionName(name) ? 'session-ids' : rule;
        add(found, offset + from + scheme, offset + from + value.length);
      } else if (quoted && depth < MAX_DEPTH) find(value, offset + from, place, depth + 1);
    }
  };
  for (const place of PLACES)
    if ((signs & place.signs) === place.signs && (place.texts?.some((each) => text.includes(each)) ?? true))
      find(text, 0, place, 0);
}
