/** How the tap is used, over stdio and over HTTP. */
import { NETWORK_HELP } from '../command/index.ts';
import { otlpHelp } from '../otlp-options/index.ts';
import { TAP_USAGE } from '../tap/index.ts';

export const TAP_HELP = `Usage: mcp-lifeline ${TAP_USAGE}
       mcp-lifeline tap --listen PORT --to URL [options]

Starts the server and records the traffic between it and its host. In the host's configuration, put mcp-lifeline tap -- in front
of the server's command, or let mcp-lifeline tap install do it. Unless a rule or a breakpoint says otherwise,
bytes are the same as without the tap; so are environment, working directory, signals and the exit code. A running Lifeline shows
the session live. If the recording can't be written, the traffic continues. Prints nothing unless the command can't be started,
or the recording is incomplete when it ends.

  --name NAME            title of the recording (default: the command, or the server)
  --out FILE             file to write (default: a new one in the recordings folder). If it exists, a number is added
  --rules FILE           delay, change, drop or respond to messages by the rules in this file (JSON, comments allowed), to test how a host copes
${otlpHelp(25)}  --quiet                print only errors; over stdio this is always so
  --help                 print this text

Over HTTP it is a reverse proxy on this computer, for Streamable HTTP and HTTP+SSE, and any number of clients. Give them the
URL that it prints: that of the server, with the tap in place of the host name. Any path is requested from the server unchanged,
except “/”, which stands for the URL after --to. Bytes pass unchanged, except for Host and an absolute URL of a request. Redirects are
passed on, not followed. Each session gets its own recording; where the protocol has no sessions, each client does. Tokens and
cookies are masked in the recording. An OAuth client may refuse the URL, because the server's metadata names another one.

  --listen PORT          listen on this port of 127.0.0.1 and ::1 (0: any free one)
  --to URL               the server
  --allow-host NAME      also answer requests whose Host header is this name (NAME or NAME:PORT, repeatable). Others than
                         loopback with the tap's port get 403, so that a web page can't reach the server by DNS rebinding
  --out FILE|FOLDER      the file for the first session, numbered for others; or a folder
${NETWORK_HELP}
Exit codes over stdio: that of the server; 126 or 127 when it can't be started. A signal that ended the server ends the tap.
Over HTTP: 0 when it is stopped (Ctrl+C); 2 wrong usage; 3 can't listen.
`;
