/** The command `tap` for whoever asks how it is used. What it does begins where the program does (`relay/cli/entry.ts`). */
import type { CliCommand } from '../command/index.ts';
import { readTapArgs, TAP_USAGE } from './args.ts';

const HELP = `Usage: mcp-lifeline ${TAP_USAGE}

Stands between a host and its server: put this in the host's configuration, in place of the server's command. Everything that
passes is recorded; bytes, environment, working folder, signals and the exit code are as without it. A running Lifeline shows
the session live, in the library; a recording that can't be written never stops the traffic. Nothing is written to the
terminal, unless the command can't be started.

  --name NAME            what the recording is called (default: the command)
  --out FILE             the file to write (default: a new one in the folder of recordings). If it exists, a number is added
  --quiet                accepted, as by every command; this one says nothing
  --help                 print this text

Exit codes: that of the server; 126 or 127 when it can't be started. A signal that ended the server ends the tap.
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
