/** What goes wrong most in a session, before any rule: what a person would say who looks at the whole of it. */
import { eventAt, type EventList, textOf } from '#shared/recording';
import type { Finding } from './finding.ts';

export type DiagnosisKind =
  | 'wrong-command'
  | 'cors'
  | 'hidden-session'
  | 'no-challenge'
  | 'stdout-text'
  | 'handshake-incomplete'
  | 'revision-mismatch'
  | 'session-header'
  | 'other-id'
  | 'after-cancel';

/** What is known to write to standard output. */
export type Culprit = 'dotenv' | 'npm' | 'uv' | 'docker' | 'logger' | 'banner' | 'print';

export interface Diagnosis {
  readonly kind: DiagnosisKind;
  readonly culprit?: Culprit;
  /** The command that is not there, or the header lines that the server's answers lack. */
  readonly name?: string;
  /** Events that show it, the first ones ascending; there may be more. */
  readonly events: readonly number[];
  readonly count: number;
}

/** Why the session failed, as far as it did (`sessionFailure` of `shared/failure`). */
export interface KnownFailure {
  readonly reason: string;
  readonly cors?: { readonly missing: readonly string[] };
  readonly s: number;
}

const MAX_EVENT_COUNT = 5;
/** Of a line. */
const MAX_EXAMINED_CHARS = 2000;

const BY_RULE: readonly (readonly [kind: DiagnosisKind, rules: readonly string[]])[] = [
  ['no-challenge', ['auth-401-www-authenticate']],
  ['stdout-text', ['stdio-stdout-nonmessage', 'stdio-content-length', 'stdio-embedded-newline']],
  ['handshake-incomplete', ['init-initialized-missing']],
  [
    'revision-mismatch',
    ['init-version-unsupported-continue', 'http-version-header-negotiated', 'unsupported-version-served'],
  ],
  ['session-header', ['http-session-header-missing']],
  ['other-id', ['rpc-response-id-unknown', 'rpc-response-id-type-changed']],
  ['after-cancel', ['cancel-response-after']],
];
const BY_REASON: { readonly [reason: string]: DiagnosisKind } = {
  'command-not-found': 'wrong-command',
  'not-executable': 'wrong-command',
  'spawn-failed': 'wrong-command',
  'initialize-closed': 'handshake-incomplete',
  'initialize-timeout': 'handshake-incomplete',
  'unsupported-revision': 'revision-mismatch',
  'version-refused': 'revision-mismatch',
  'cors-refused': 'cors',
  'cors-hidden-session': 'hidden-session',
};
const ORDER: readonly DiagnosisKind[] = ['wrong-command', 'cors', 'hidden-session', ...BY_RULE.map(([kind]) => kind)];

const CULPRITS: readonly (readonly [Culprit, RegExp])[] = [
  ['dotenv', /\[dotenv[@\]]|injecting env \(\d+\)|dotenvx?\.(?:org|com)/i],
  [
    'npm',
    /^(?:> \S+@\S+ \S+|> .{0,200}$|npm (?:warn|notice|error|info|ERR!)|added \d+ packages?|up to date[, ]|yarn run v|pnpm )/i,
  ],
  [
    'uv',
    /^(?:Installed \d+ packages? in|Resolved \d+ packages? in|Downloading |Using CPython|warning: `?VIRTUAL_ENV|Creating virtual environment)/,
  ],
  [
    'docker',
    /^(?:Unable to find image|[\w./-]+: Pulling from |[0-9a-f]{12}: (?:Pull|Already|Download|Waiting|Verif)|Status: Downloaded|Digest: sha256:)/,
  ],
  [
    'logger',
    /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE)\b|(?:info|debug|warn|error)\s*[:|-]|\{"level":)/i,
  ],
  [
    'banner',
    /^[\s=*#_|/\\─━═╔╗╚╝║│+-]{6,}|(?:running on stdio|listening on|server (?:is )?(?:started|running|ready)|starting|version v?\d|welcome)/i,
  ],
];

export function culpritOf(line: string): Culprit {
  const text = line.slice(0, MAX_EXAMINED_CHARS).trim();
  return CULPRITS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'print';
}

/** What is wrong, the most telling first, from findings, events, failure and command. Costs a pass over the findings. Never throws. */
export function diagnose(
  found: readonly Finding[],
  events: EventList,
  { failure, command }: { readonly failure?: KnownFailure | undefined; readonly command?: string | undefined } = {},
): readonly Diagnosis[] {
  const diagnoses = new Map<DiagnosisKind, Diagnosis>();
  for (const [kind, rules] of BY_RULE) {
    const its = found.filter(({ rule, consequenceOf }) => !consequenceOf && rules.includes(rule));
    if (its.length === 0) continue;
    const at = [...new Set(its.flatMap((each) => (kind === 'after-cancel' ? [...each.related, each.at] : [each.at])))];
    const shown = at.sort((a, b) => a - b).slice(0, MAX_EVENT_COUNT);
    const culprit = kind === 'stdout-text' ? mostNamed(its.slice(0, MAX_EVENT_COUNT), events) : undefined;
    diagnoses.set(kind, { kind, events: shown, count: its.length, ...(culprit ? { culprit } : {}) });
  }
  if (failure) {
    const kind = BY_REASON[failure.reason];
    const name = kind === 'wrong-command' ? command : kind === 'cors' ? failure.cors?.missing.join('; ') : undefined;
    if (kind && !diagnoses.has(kind))
      diagnoses.set(kind, {
        kind,
        events: [failure.s],
        count: 1,
        ...(name === undefined || name === '' ? {} : { name }),
      });
  }
  return ORDER.flatMap((kind) => diagnoses.get(kind) ?? []);
}

/** Of several lines, what names itself goes before what any program could have written. */
function mostNamed(found: readonly Finding[], events: EventList): Culprit {
  const culprits = found.flatMap(({ at }) => {
    const event = eventAt(events, at);
    return event?.k === 'message' ? [culpritOf(textOf(event))] : [];
  });
  return culprits.find((each) => each !== 'print') ?? 'print';
}
