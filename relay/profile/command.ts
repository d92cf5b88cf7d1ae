/** `mcp-lifeline profile`: what the clients in recordings do, a column for each client. */
import { profileJson, profileMarkdown, profileRecording, profilesOf, profileText, toldProfile } from '#shared/profile';
import type { ProfiledSession } from '#shared/profile';
import { visibleText } from '#shared/plain-text';
import { profileWordsIn } from '#shared/profile/words';
import {
  COMMON_OPTIONS,
  type CommandIo,
  defineCommand,
  EXIT,
  jsonLine,
  parseOptions,
  wrongUse,
  type Parsed,
} from '../command/index.ts';
import { damageSentence } from '../recording/index.ts';
import { readEach, tellingOf } from '../report/index.ts';

const HELP = `Usage: mcp-lifeline profile [options] FILE…

Prints what the clients in recordings do: protocol version, capabilities, HTTP headers, methods, reactions to list_changed and to
server requests, timeouts, cancellation, shutdown, broken rules. One column per client; recordings of the same client
(clientInfo name and version) share a column. Rows that differ are marked with ≠.

Options:
  --json              print one JSON object
  --markdown          print Markdown tables
  --no-redact         keep secrets in the output (by default they are replaced by placeholders)
  --no-color          no colours (also if NO_COLOR is set, or the output is not a terminal)
  --lang LANGUAGE     language of the table: en (default) or zh-CN; JSON is always English
  --quiet             print only the table
  --server NAME       select the server, if a log of another tool contains messages of several
  --help              print this text

To record a real client, use mcp-lifeline tap.

Exit codes: 0 printed; 2 wrong usage; 3 a file could not be read.
`;

interface ProfileRequest {
  readonly type: 'profile';
  /** Paths as typed. */
  readonly files: readonly string[];
  readonly json: boolean;
  readonly markdown: boolean;
  readonly redact: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  redact: { type: 'boolean', default: true },
  color: { type: 'boolean', default: true },
  ...COMMON_OPTIONS,
} as const;

const wrong = wrongUse('profile');
const USUAL_WIDTH = 100;

export const profileCommand = defineCommand<ProfileRequest>({
  help: HELP,
  output: 'data',
  opensFiles: true,
  translated: true,
  read(argv): Parsed<ProfileRequest> {
    const parsed = parseOptions('profile', {
      args: [...argv],
      options: OPTIONS,
      allowPositionals: true,
      allowNegative: true,
    });
    if ('type' in parsed) return parsed;
    const { values, positionals: files } = parsed;
    if (files.length === 0) return wrong('Name a file');
    const { json, markdown, redact, color, quiet } = values;
    if (json && markdown) return wrong('--json and --markdown exclude each other');
    return { type: 'profile', files, json, markdown, redact, color, quiet };
  },
  carryOut: profile,
});

async function profile({ files, json, markdown, redact, color }: ProfileRequest, io: CommandIo): Promise<number> {
  const sessions: ProfiledSession[] = [];
  const unread = await readEach(files, io, (file, recorded) => {
    const { id, startedAt } = recorded.header;
    sessions.push({
      source: { name: file, id, startedAt },
      profile: toldProfile(profileRecording(recorded), tellingOf([recorded], redact)),
    });
  });
  const profiles = profilesOf(sessions);
  if (json) io.print(jsonLine({ ...profileJson(profiles), damaged: io.damaged }));
  else if (profiles.length > 0) {
    const words = await profileWordsIn(io.words?.common.locale === 'zh-CN' ? 'zh-CN' : 'en');
    const tty = process.stdout.isTTY;
    const colorful = color && tty && (io.env['NO_COLOR'] ?? '') === '';
    const columns = tty ? process.stdout.columns : USUAL_WIDTH;
    const lacks = (io.damaged ?? []).map((each) => `\n> \`${visibleText(damageSentence(each))}\`\n`).join('');
    io.print(
      markdown
        ? `${profileMarkdown(profiles, words)}${lacks}`
        : profileText(profiles, { words, columns, color: colorful }),
    );
  }
  return unread.length > 0 ? EXIT.notRun : EXIT.good;
}
