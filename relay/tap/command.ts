/** The command `tap` for whoever asks how it is used. What it does begins where the program does (`relay/cli/entry.ts`). */
import type { CliCommand } from '../command/index.ts';
import { readTapArgs, TAP_USAGE } from './args.ts';

const HELP = `Usage: mcp-lifeline ${TAP_USAGE}

Starts the server and records the traffic between it and its host. In the host's configuration, put mcp-lifeline tap -- in front
of the server's command, or let mcp-lifeline tap install do it. Bytes, environment, working folder, signals and the exit code are
the same as without the tap. The library of a running Lifeline shows the session live. If the recording can't be written, the
traffic continues. Prints nothing unless the command can't be started.

  --name NAME            title of the recording (default: the command)
  --out FILE             file to write (default: a new one in the folder of recordings). If it exists, a number is added
  --quiet                no effect: this command prints nothing anyway
  --help                 print this text

Exit code: that of the server; 126 or 127 when it can't be started. A signal that ended the server ends the tap.
`;

/** As every command has them (`relay/command/exit.ts`), whose module would be in the file that a host waits for. */
const [GOOD, WRONG_USE] = [0, 2] as const;

export const tapCommand: CliCommand = {
  run(argv, io) {
    const request = readTapArgs(argv);
    if (request === 'help') {
      io.print(HELP);
      return Promise.resolve(GOOD);
    }
    const why = 'wrong' in request ? request.wrong : 'It stands alone: no option before “tap”';
    io.warn(`${why}. Try mcp-lifeline tap --help.`);
    return Promise.resolve(WRONG_USE);
  },
};
