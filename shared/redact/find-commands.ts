/** Finds passwords in commands of programs that take them under short options. */
import type { Findings, Spot } from './findings.ts';
import { valueMatches } from './matches.ts';
import { isTelling } from './names/index.ts';
import type { View } from './view.ts';

const RAW = String.raw;
/** What stands between a program and its option: its other arguments, as a line or as a list. */
const REST = RAW`(?![\w.:/-])(?:[^\n;|]|,\n){0,400}?(?:[ \t]|,\s{0,20})`;
/** An option and its password, in quotes together or each by itself. */
const given = (option: string, value = RAW`[^\s"'\\‹›]`, gap = ''): string =>
  RAW`(?:["']?${option}${gap}(?<value>"(?:[^"\\]|\\.){1,400}"|'[^']{1,400}'|${value}{1,400}))`;
/** The same where option and password are two arguments. */
const GAP = RAW`(?:["']?\s{0,4}=?|["'],\s{0,20}(?=["']))`;
const USER = RAW`["']?[^\s:"'%,]{1,200}`;

/** Programs, and the option behind which their password stands. */
const PROGRAMS: readonly (readonly [names: string, option: string])[] = [
  [RAW`mysql\w{0,12}|mariadb(?:-\w{1,12})?|mycli|7z[ar]?`, given('-p')],
  [
    RAW`sshpass|mongo\w{0,10}|(?:docker|podman|nerdctl|oc|az|cf|registry) login|plink|pscp|mosquitto_\w{3}|rabbitmqadmin|snowsql|keytool|vncviewer`,
    given(RAW`-(?:p|pw|P)`, undefined, GAP),
  ],
  [RAW`(?:redis|valkey|keydb)-cli`, given(RAW`(?:-a|--pass)`, undefined, GAP)],
  [RAW`ldap\w{3,10}|ipmitool`, given(RAW`-[wP]`, undefined, GAP)],
  [RAW`sqlcmd|bcp|unzip|zip|isql`, given('-P', undefined, GAP)],
  ['openssl', given('pass:')],
  ['curl', given(RAW`(?:-[a-zA-Z]{0,5}u|--user|--proxy-user)`, undefined, RAW`${GAP}${USER}:`)],
  [RAW`https?|xhs?`, given('(?:-a|--auth)', undefined, RAW`${GAP}${USER}:`)],
  [RAW`smbclient|rpcclient`, given('-U', undefined, RAW`${GAP}${USER}%`)],
  ['lftp', given('-u', undefined, RAW`${GAP}${USER},`)],
];
const COMMANDS = PROGRAMS.map(([names, option]) => ({
  name: new RegExp(`(?:${names})`),
  pattern: new RegExp(RAW`(?<![\w.-])(?:${names})["']?${REST}${option}`, 'g'),
}));
/** What stands before every option. */
const OPTION_SIGNS = [' -', '"-', "'-", 'pass:'];
/** An option that is a port, a project or a folder as often as a password. */
const SOME_OPTION = new RegExp(
  RAW`(?<![\w-])-p(?:[ \t]{1,4}|["'],\s{0,20})(?<value>"[^"\\]{6,200}"|'[^'\\]{6,200}'|[^\s"'\\‹›,]{6,200})`,
  'g',
);

/** Look through one view of a text. */
export function findInCommands(view: View, spot: Spot, findings: Findings): void {
  const { text } = view;
  if (!OPTION_SIGNS.some((sign) => text.includes(sign))) return;
  for (const { name, pattern } of COMMANDS) {
    if (!name.test(text)) continue;
    for (const { value, from, to } of valueMatches(text, pattern)) findings.add('options', value, spot, view, from, to);
  }
  if (!text.includes('-p')) return;
  for (const { value, from, to } of valueMatches(text, SOME_OPTION))
    if (
      isTelling(value) &&
      /\d/.test(value) &&
      /[A-Za-z]/.test(value) &&
      /[!#$%^&*+?~]|[a-z][\d\W_]?[A-Z]|[A-Z]\d/.test(value) &&
      !/[/:]|@\d/.test(value)
    )
      findings.add('options', value, spot, view, from, to);
}
