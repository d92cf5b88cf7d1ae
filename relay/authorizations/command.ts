/** `mcp-lifeline authorizations`: the authorizations that are kept between launches, listed and forgotten. */
import { errorText } from '#shared/base';
import { visibleText } from '#shared/plain-text';
import type { Revoked } from '#shared/authorization';
import type { NetworkSettings } from '#shared/relay-protocol';
import { forgetKept, KeptFile, type KeptEntry } from '../authorization/index.ts';
import { UnreadableFile } from '../base/index.ts';
import {
  commandLine,
  defineCommand,
  ends,
  EXIT,
  jsonLine,
  NETWORK,
  networkSettings,
  type AskedOf,
  type CommandIo,
} from '../command/index.ts';
import { NetworkRoute } from '../http/index.ts';
import { defaultFolder } from '../recording/index.ts';

const LINE = commandLine({
  name: 'authorizations',
  about: `Lists the authorizations that were kept with --keep-authorization, or in the page with “Keep the authorization on this
computer”. They are in a file that only you can read. Tokens are never printed.`,
  options: {
    'forget ID…': 'forget this one, and have the authorization server revoke it, where it can; may be repeated',
    'forget-all': 'forget all of them',
    ...NETWORK,
    json: 'print one JSON array to standard output',
    quiet: 'print only the list',
  },
  after: `Exit codes: 0 done; 1 an authorization server did not revoke one, which is forgotten here anyway; 2 wrong usage; 3 the file
can’t be read or written.
`,
  read({ values, positionals: [unexpected], env }) {
    if (unexpected !== undefined) return `Unexpected argument '${unexpected}'`;
    if (values.forgetAll && values.forget.length > 0) return 'Use either --forget or --forget-all, not both';
    const settings = networkSettings(values, env);
    return typeof settings === 'string' ? settings : { settings };
  },
});

export const authorizationsCommand = defineCommand(LINE, 'data', carryOut);

async function carryOut({ forget, forgetAll, json, settings }: AskedOf<typeof LINE>, io: CommandIo): Promise<number> {
  const wrong = problemOf(settings);
  if (wrong !== undefined) return ends(io, EXIT.wrongUse, wrong);
  const kept = new KeptFile(defaultFolder(io.env));
  try {
    const entries = kept.list();
    const ids = forgetAll ? entries.map(({ id }) => id) : forget;
    const unknown = ids.find((id) => !entries.some((each) => each.id === id));
    if (unknown !== undefined) return ends(io, EXIT.wrongUse, `There is no kept authorization “${unknown}”.`);
    let failed = false;
    for (const id of ids) {
      const revoked = await forgetKept(kept, id, (server) => new NetworkRoute({ settings, server, env: io.env }));
      if (!revoked) continue;
      failed ||= 'words' in revoked;
      ('words' in revoked ? io.warn : io.say)(`Forgotten: ${id}. ${revokedWords(revoked)}`);
    }
    print(kept.list(), ids.length > 0, json, io);
    return failed ? EXIT.bad : EXIT.good;
  } catch (error) {
    return ends(io, EXIT.notRun, `The kept authorizations can’t be read or written: ${errorText(error)}.`);
  }
}

/** Why a file of the settings can't be used, checked before anything is forgotten. */
function problemOf(settings: NetworkSettings): string | undefined {
  try {
    new NetworkRoute({ settings });
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return errorText(error);
  }
}

function revokedWords(revoked: Revoked): string {
  switch (revoked.outcome) {
    case 'revoked':
      return 'The authorization server revoked it.';
    case 'none':
      return 'The authorization server has no revocation endpoint: the tokens are valid until they expire.';
    case 'refused':
      return `The authorization server did not revoke it: ${visibleText(revoked.words)}. The tokens are valid until they expire.`;
    case 'unreached':
      return `The authorization server can’t be reached: ${visibleText(revoked.words)}. The tokens are valid until they expire.`;
  }
}

function print(entries: readonly KeptEntry[], after: boolean, json: boolean, io: CommandIo): void {
  if (json) {
    const shown = entries.map(({ id, grant }) => ({
      id,
      server: grant.resource,
      issuer: grant.issuer,
      ...(grant.clientId === undefined ? {} : { client: grant.clientId }),
      scopes: grant.granted ?? grant.asked ?? '',
      refreshable: grant.refresh !== undefined,
      keptAt: new Date(grant.keptAt).toISOString(),
      ...(grant.expiresAt === undefined ? {} : { expiresAt: new Date(grant.expiresAt).toISOString() }),
    }));
    return io.print(jsonLine(shown));
  }
  if (entries.length === 0) {
    if (!after) io.warn('No authorizations are kept.');
    return;
  }
  const lines = entries.map(({ id, grant }) => {
    const { resource, issuer, granted, asked, refresh, expiresAt } = grant;
    const ends = expiresAt === undefined ? 'no expiry given' : `expires ${new Date(expiresAt).toISOString()}`;
    const until = refresh === undefined ? ends : `${ends}, refreshed when needed`;
    const scopes = granted ?? asked ?? '';
    return visibleText(`${id}  ${resource}  by ${issuer}  ${scopes === '' ? '' : `(${scopes})  `}${until}`);
  });
  io.print(`${lines.join('\n')}\n`);
}
