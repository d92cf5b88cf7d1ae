/** The arguments of `tap --listen`, and the help of the tap, over stdio and over HTTP. */
import { isUrl } from '#shared/base';
import { optionLines } from '../../base/index.ts';
import { commandLine, NETWORK, networkSettings, type AskedOf } from '../../command/index.ts';
import { readOtlp } from '../../otlp-options/index.ts';
import { TAP, TAP_USAGE } from '../stdio/index.ts';
import { isHostName } from './host-guard.ts';

const HTTP = {
  'listen PORT': 'listen on this port of 127.0.0.1 and ::1 (0: any free one)',
  'to URL': 'the server',
  'allow-host NAME…': `also answer requests whose Host header is this name (NAME or NAME:PORT, repeatable). Others than
    loopback with the tap's port get 403, so that a web page can't reach the server by DNS rebinding`,
  'out FILE|FOLDER': 'the file for the first session, numbered for others; or a folder',
  ...NETWORK,
} as const;

export const tapLine = commandLine({
  name: 'tap',
  usages: [TAP_USAGE, 'tap --listen PORT --to URL [options]'],
  about: `Starts the server and records the traffic between it and its host. In the host's configuration, put mcp-lifeline tap -- in front
of the server's command, or let mcp-lifeline tap install do it. Unless a rule or a breakpoint says otherwise,
bytes are the same as without the tap; so are environment, working directory, signals and the exit code. A running Lifeline shows
the session live. If the recording can't be written, the traffic continues. Prints nothing unless the command can't be started,
or the recording is incomplete when it ends.`,
  options: TAP,
  more: HTTP,
  after: `Over HTTP it is a reverse proxy on this computer, for Streamable HTTP and HTTP+SSE, and any number of clients. Give them the
URL that it prints: that of the server, with the tap in place of the host name. Any path is requested from the server unchanged,
except “/”, which stands for the URL after --to. Bytes pass unchanged, except for Host and an absolute URL of a request. Redirects are
passed on, not followed. Each session gets its own recording; where the protocol has no sessions, each client does. Tokens and
cookies are masked in the recording; until the tap ends they are also in a file that only you can read, from which the next start makes
the recording if the tap is killed. An OAuth client may refuse the URL, because the server's metadata names another one.

${optionLines(HTTP)}
Exit codes over stdio: that of the server; 126 or 127 when it can't be started. A signal that ended the server ends the tap.
Over HTTP: 0 when it is stopped (Ctrl+C); 2 wrong usage; 3 can't listen.
`,
  read({ values, positionals, env }) {
    const { listen, to, rules, allowHost: allowHosts } = values;
    if (positionals.length > 0) return 'Use either --listen and --to, or a command';
    if (listen === undefined || to === undefined) return '--listen PORT and --to URL need each other';
    const port = Number(listen);
    if (!/^\d{1,5}$/.test(listen) || port > 65535) return `“${listen}” is not a port`;
    if (!/^https?:\/\//i.test(to) || !isUrl(to)) return `“${to}” is not a URL that begins with http:// or https://`;
    const { username, password } = new URL(to);
    if (username !== '' || password !== '')
      return '--to can’t contain a user name and password: clients send their own headers';
    const badHost = allowHosts.find((host) => !isHostName(host));
    if (badHost !== undefined) return `“${badHost}” is not a host name`;
    const settings = networkSettings(values, env);
    if (typeof settings === 'string') return settings;
    if (rules === '') return '--rules needs a file';
    const otlp = readOtlp(values);
    if (typeof otlp === 'string') return otlp;
    return { port, to, settings, allowHosts, otlp };
  },
});

export type HttpTapRequest = AskedOf<typeof tapLine>;

export function isHttpTap(argv: readonly string[]): boolean {
  const dashes = argv.indexOf('--');
  return argv.slice(0, dashes < 0 ? argv.length : dashes).some((word) => /^--(?:listen|to)(?:=|$)/.test(word));
}
