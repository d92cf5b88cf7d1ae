/** Opens a session without a page: every command that has a session with a server does it this way. */
import { resolve } from 'node:path';
import { defined, errorText } from '#shared/base';
import type { AuthorizationSettings } from '#shared/authorization';
import type { Policy } from '#shared/driver';
import { silentOpening } from '#shared/failure';
import type { Labels } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { adviceOn } from '../authorization/index.ts';
import { EXIT, networkWarning, type CommandIo } from '../command/index.ts';
import { routeTo } from '../connect/index.ts';
import { defaultFolder, openOut, refusedOut, unrecordedLine, type OutFile } from '../recording/index.ts';
import { recordAuthorization } from './authorization.ts';
import { RecordedSession } from './session.ts';

export interface OpenRequest {
  readonly spec: ConnectSpec;
  /** How to get authorized where the server requires it. */
  readonly authorization?: AuthorizationSettings;
  readonly labels?: Labels;
  /** The file to write, as typed; absent is a new one in the folder of recordings. */
  readonly out?: string;
}

export interface Opened {
  readonly session: RecordedSession;
  /** Close the session in order, if it is open. False when the recording is incomplete, which was said. */
  finish(): Promise<boolean>;
}

export interface NotOpened {
  readonly sentence: string;
  readonly exitCode: number;
}

/** The system's words for a full or failing disk: no other path would be better. */
const DISK = /^(?:ENOSPC|EDQUOT|EFBIG|EIO)\b/;

/** Milliseconds that the response which opens a session may take before a person is informed: longer than the probe of a version. */
const SILENT_MS = 6000;

/**
 * Make the session that was asked for; nothing is sent before `session.host.open()`. `interrupt` is called when the signal is
 * aborted, and closes the session unless the caller ends it in another way. Gives what is wrong when there can be no session:
 * then there is no recording either.
 */
export async function openSession(
  { spec, authorization: settings = {}, labels, out: given }: OpenRequest,
  policy: Policy,
  { warn, signal, env }: Pick<CommandIo, 'warn' | 'signal' | 'env'>,
  interrupt: (session: RecordedSession) => void = ({ host }) => void host.close('interrupted'),
): Promise<Opened | NotOpened> {
  const out = given === undefined ? undefined : resolve(given);
  const refused = out === undefined ? undefined : refusedOut(out);
  if (refused !== undefined) return { sentence: refused, exitCode: EXIT.wrongUse };
  let outFile: OutFile | undefined;
  try {
    const waits = (): void => warn(`Waiting until a program reads ${out}.`);
    outFile = out === undefined ? undefined : await openOut(out, { signal, waits });
  } catch (error) {
    return { sentence: `${out} can’t be written: ${errorText(error)}.`, exitCode: EXIT.notRun };
  }
  const folder = defaultFolder(env);
  const road = routeTo(spec);
  const askOwner = (url: string): void => warn(`Authorization required. Open this URL in a browser:\n${url}`);
  const authorization =
    spec.transport === 'streamable-http'
      ? await recordAuthorization(spec, settings, { folder, road }, askOwner)
      : undefined;
  const session = new RecordedSession({
    spec,
    road,
    policy,
    folder,
    ...defined({ labels, authorizer: authorization?.authorizer, out, outFile }),
  });
  if (session.unrecorded) {
    authorization?.close();
    session.abandon();
    const { detail } = session.unrecorded;
    const exitCode = out !== undefined && !DISK.test(detail) ? EXIT.notRun : EXIT.notWhole;
    return { sentence: `The recording can’t be written: ${detail}.`, exitCode };
  }
  const warning = networkWarning(spec);
  if (warning !== undefined) warn(warning);
  const silence = setTimeout(() => {
    const { method } = silentOpening(session.state) ?? {};
    if (method !== undefined) warn(`No response to ${method} after ${SILENT_MS / 1000} s. Waiting.`);
  }, SILENT_MS).unref();
  const end = (): void => interrupt(session);
  signal.addEventListener('abort', end, { once: true });
  session.watch((event) => {
    const advice = adviceOn(event);
    if (advice !== undefined) warn(advice);
  });
  return {
    session,
    async finish() {
      clearTimeout(silence);
      await session.host.close('finished');
      authorization?.close();
      signal.removeEventListener('abort', end);
      const lacking = unrecordedLine(session.unrecorded);
      if (lacking !== undefined) warn(lacking);
      return lacking === undefined;
    },
  };
}
