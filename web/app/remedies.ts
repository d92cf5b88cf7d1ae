/** What can be done about a failure: connecting otherwise, or the connect form with what it lacks. */
import { isUrl } from '#shared/base';
import type { Failure } from '#shared/failure';
import type { Messages } from '../base/i18n/all.ts';
import type { SavedServer } from '../session/servers.svelte.ts';

export interface Remedy {
  readonly title: string;
  readonly server: SavedServer;
  /** Fill the form with it, for a person to look at first; otherwise it is connected at once. */
  readonly form?: true;
}

/** Failures of a path at which there may be no MCP endpoint. */
const OF_PATH = ['http-not-found', 'http-method', 'http-page', 'http-not-mcp', 'http-empty'];
const USUAL_PATH = '/mcp';
/** More buttons than these would hide each other. */
const MOST_VERSIONS = 3;

export function remediesFor(failure: Failure, server: SavedServer, { remedies: t, connect }: Messages): Remedy[] {
  const { reason, problem, detail, hint, http, versions } = failure;
  const withRevision = (revision: string): SavedServer => ({ ...server, policy: { ...server.policy, revision } });
  const found = versions
    .filter((version) => version !== server.policy.revision)
    .slice(0, MOST_VERSIONS)
    .map((version): Remedy => ({ title: t.connectWith(version), server: withRevision(version) }));
  const chosen = problem === 'discover-refused' || problem === 'unsupported-revision';
  if (chosen && server.policy.revision !== 'auto')
    found.push({ title: connect.withAuto, server: withRevision('auto') });
  const { spec } = server;
  if (spec.transport === 'stdio') {
    const name = hint?.kind === 'environment' ? hint.name : undefined;
    if (name !== undefined && !Object.hasOwn(spec.env, name))
      found.push({
        title: t.addVariable(name),
        server: { ...server, spec: { ...spec, env: { ...spec.env, [name]: '' } } },
        form: true,
      });
    return found;
  }
  const at = (url: string, form?: true): Remedy => ({
    title: t.use(url),
    server: { ...server, spec: { ...spec, url } },
    ...(form ? { form } : {}),
  });
  // What would leave the origin behind is looked at first: what identifies a person stays there.
  if (reason === 'tls-expected') found.push(at(spec.url.replace(/^http:/i, 'https:'), true));
  if (reason === 'tls-not-spoken') found.push(at(spec.url.replace(/^https:/i, 'http:'), true));
  if (reason.startsWith('redirected-') && detail !== undefined && isUrl(detail)) found.push(at(detail, true));
  if (reason === 'http-redirected' && http?.at !== undefined) found.push(at(http.at, true));
  if (OF_PATH.includes(reason) && isUrl(spec.url)) {
    const url = new URL(spec.url);
    if (url.pathname !== USUAL_PATH) found.push(at(new URL(USUAL_PATH, url).href));
  }
  return found;
}
