/** The facts of clients beside each other, as text, markdown and JSON. */
import { defined } from '#shared/base';
import { inlineCode, markdownTable, markdownText, painter, width, wrapped } from '#shared/export';
import { visibleText } from '#shared/plain-text';
import { compareProfiles, medianOf, type ProfileRow } from './compare.ts';
import { FACTS, GROUPS, NONE, type Fact } from './facts.ts';
import type { ClientProfile } from './merge.ts';
import { cellOf, labelOf, nameOf, type CellPart } from './format.ts';
import type { ProfileWords } from './words/index.ts';

const LABEL = 34;
const NARROWEST = 20;
const GAP = 2;
const INDENT = 4;

function groupsOf(profiles: readonly ClientProfile[], words: ProfileWords) {
  const rows = compareProfiles(profiles);
  return GROUPS.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    return own.length === 0 ? [] : [{ title: words.groups[group], rows: own }];
  });
}

/** What stands below a client's name: how many sessions there are, and who started them. */
function aboutOf({ sessions, hosts }: ClientProfile, words: ProfileWords): string {
  return [words.sessions(sessions.length), ...hosts.map((host) => words.startedBy(host))].join(' · ');
}

export function profileText(
  profiles: readonly ClientProfile[],
  { words, columns, color }: { readonly words: ProfileWords; readonly columns: number; readonly color: boolean },
): string {
  const paint = painter(color);
  const room = Math.floor((columns - LABEL - GAP * profiles.length) / Math.max(1, profiles.length));
  const each = Math.max(NARROWEST, room);
  const widths = [LABEL, ...profiles.map(() => each)];
  const line = (cells: readonly string[], ink = (text: string): string => text): string[] => {
    const lines = cells.map((cell, at) => {
      const most = (widths[at] ?? each) - (at === 0 ? INDENT : 0);
      const [first = '', ...more] = cell.split('\n').flatMap((part) => wrapped(visibleText(part), most));
      return [first, ...more.map((rest) => (at === 0 ? ' '.repeat(INDENT) + rest : rest))];
    });
    const height = Math.max(...lines.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) =>
      ink(
        lines
          .map((of, at) => padded(of[row] ?? '', widths[at] ?? each))
          .join(' '.repeat(GAP))
          .trimEnd(),
      ),
    );
  };
  const groups = groupsOf(profiles, words);
  const text = [
    ...line(['', ...profiles.map((profile) => nameOf(profile, words))], paint.bold),
    ...line(['', ...profiles.map((profile) => aboutOf(profile, words))], paint.muted),
    ...groups.flatMap(({ title, rows }) => [
      '',
      paint.bold(title),
      ...rows.flatMap((row) => line([`${row.differs ? '≠' : ' '} ${labelOf(row, words)}`, ...textsOf(row, words)])),
    ]),
  ];
  if (profiles.length > 1)
    text.push('', groups.some(({ rows }) => rows.some(({ differs }) => differs)) ? words.legend : words.same);
  return `${text.join('\n')}\n`;
}

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

const textsOf = ({ cells, ...row }: ProfileRow, words: ProfileWords): string[] =>
  cells.map((cell) =>
    cellOf(row, cell, words)
      .map(({ text }) => text)
      .join(between(row, words)),
  );

/** Sequences are long, and have a line each. */
const between = ({ name }: Pick<ProfileRow, 'name'>, { comma }: ProfileWords): string =>
  name === 'first' ? '\n' : comma;

/** The same for a report or a bug report: a table for each group of facts. */
export function profileMarkdown(profiles: readonly ClientProfile[], words: ProfileWords): string {
  const head = [words.fact, ...profiles.map((profile) => markdownText(nameOf(profile, words)))];
  const about = ['', ...profiles.map((profile) => markdownText(aboutOf(profile, words)))];
  const tables = groupsOf(profiles, words).map(({ title, rows }, at) => {
    const lines = rows.map((row) => [
      `${row.differs ? '≠ ' : ''}${markdownText(labelOf(row, words))}`,
      ...row.cells.map((cell) =>
        cellOf(row, cell, words).map(inMarkdown).join(between(row, words).replace('\n', '<br>')),
      ),
    ]);
    return `## ${title}\n\n${markdownTable(head, at === 0 ? [about, ...lines] : lines)}`;
  });
  const legend = profiles.length > 1 ? [words.legend] : [];
  return `${[`# ${words.title}`, ...tables, ...legend].join('\n\n')}\n`;
}

/** In a table even code may not hold the sign between its cells. */
const inMarkdown = ({ text, wire }: CellPart): string =>
  wire ? inlineCode(text).replaceAll('|', '\\|') : markdownText(text);

/** The same for programs. Times are in milliseconds; `event` is the number of an event in the recording of a session. */
export function profileJson(profiles: readonly ClientProfile[]): object {
  return {
    clients: profiles.map(({ client, hosts, sessions, facts }) => ({
      name: client.name ?? null,
      version: client.version ?? null,
      hosts,
      sessions: sessions.map(({ name, id, startedAt }) => ({ file: name, id, startedAt })),
      facts: [...facts.values()].map(factJson),
    })),
    differences: compareProfiles(profiles)
      .filter(({ differs }) => differs)
      .map(({ name, subject }) => ({ fact: name, ...defined({ subject }) })),
  };
}

function factJson({ name, subject, values, times, most }: Fact): object {
  const [shortest, longest] = [times[0], times.at(-1)];
  const isCount = FACTS[name].kind === 'use' || FACTS[name].kind === 'most';
  return {
    fact: name,
    ...defined({ subject, most }),
    values: [...values].map(([value, { count, at }]) => ({
      // What is only counted has no values; what was not sent has none.
      ...(isCount ? {} : { value: value === NONE ? null : value }),
      count,
      at: at.map((place) => ({ session: place.of, event: place.s })),
    })),
    ...(shortest === undefined || longest === undefined
      ? {}
      : { ms: { shortest: shortest / 1000, median: (medianOf(times) ?? 0) / 1000, longest: longest / 1000 } }),
  };
}
