/** `mcp-lifeline profile`: what the clients in recordings do, a column for each client. */
import {
  profileJson,
  profileMarkdown,
  profileRecording,
  profilesOf,
  profileText,
  redactedProfile,
} from '#shared/profile';
import type { ProfiledSession } from '#shared/profile';
import { visibleText } from '#shared/plain-text';
import { profileWordsIn } from '#shared/profile/words';
import {
  commandLine,
  defineCommand,
  EXIT,
  jsonLine,
  NO_COLOR,
  NO_REDACT,
  SERVER_OF,
  terminalOf,
  type AskedOf,
  type CommandIo,
} from '../command/index.ts';
import { damageSentence } from '../recording/index.ts';
import { readEach, tellingOf } from '../report/index.ts';

const LINE = commandLine({
  name: 'profile',
  about: `Prints what the clients in recordings do: protocol version, capabilities, HTTP headers, methods, reactions to list_changed and to
server requests, timeouts, cancellation, shutdown, broken rules. One column per client; recordings of the same client
(clientInfo name and version) share a column. Rows that differ are marked with ≠.`,
  column: 22,
  options: {
    json: 'print one JSON object',
    markdown: 'print Markdown tables',
    ...NO_REDACT,
    ...NO_COLOR,
    'lang LANGUAGE': 'language of the table: en (default) or zh-CN; JSON is always English',
    quiet: 'print only the table',
    ...SERVER_OF,
  },
  after: `To record a real client, use mcp-lifeline tap.

Exit codes: 0 printed; 2 wrong usage; 3 a file could not be read.
`,
  read({ values, positionals: files }) {
    if (files.length === 0) return 'Name a file';
    return values.json && values.markdown ? '--json and --markdown exclude each other' : { files };
  },
});

export const profileCommand = defineCommand(LINE, 'data', profile);

async function profile(
  { files, json, markdown, noRedact, noColor }: AskedOf<typeof LINE>,
  io: CommandIo,
): Promise<number> {
  const sessions: ProfiledSession[] = [];
  const unread = await readEach(files, io, (file, recorded) => {
    const { id, startedAt } = recorded.header;
    sessions.push({
      source: { name: file, id, startedAt },
      profile: redactedProfile(profileRecording(recorded), tellingOf([recorded], !noRedact)),
    });
  });
  const profiles = profilesOf(sessions);
  if (json) io.print(jsonLine({ ...profileJson(profiles), damaged: io.damaged }));
  else if (profiles.length > 0) {
    const words = await profileWordsIn(io.words?.common.locale === 'zh-CN' ? 'zh-CN' : 'en');
    const lacks = (io.damaged ?? []).map((each) => `\n> \`${visibleText(damageSentence(each))}\`\n`).join('');
    io.print(
      markdown
        ? `${profileMarkdown(profiles, words)}${lacks}`
        : profileText(profiles, { words, ...terminalOf(io.env, !noColor) }),
    );
  }
  return unread.length > 0 ? EXIT.notRun : EXIT.good;
}
