/** Attributes of spans by the semantic conventions of OpenTelemetry for MCP (`docs/gen-ai/mcp.md` there). */
import { defined, isUrl } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import { eraOf } from '#shared/mcp';
import type { Direction, RecordingHeader } from '#shared/recording';
import type { Party, Pending, SessionState } from '#shared/session';
import type { Attributes } from './types.ts';

const ABOUT_URI: ReadonlySet<string> = new Set(['resources/read', 'resources/subscribe', 'resources/unsubscribe']);

/** How the two talk. The server's address is known of what the client sends alone. */
export function networkOf({ connection }: RecordingHeader, sender: Direction): Attributes {
  if (connection.transport === 'stdio') return { 'network.transport': 'pipe' };
  const network = { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
  const url = isUrl(connection.url) ? new URL(connection.url) : undefined;
  if (sender !== 'c2s' || !url) return network;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { ...network, 'server.address': url.hostname, 'server.port': port };
}

/** Which program it is; of one that did not say, the word of the conventions. */
export function resourceOf({ info }: Party): Attributes {
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    'service.name': text(info?.name) ?? 'unknown_service',
    ...defined({ 'service.version': text(info?.version) }),
  };
}

/** The revision, and the id that HTTP gave the session: 2026-07-28 has none. */
export function sessionOf(
  { revision, httpSession }: Pick<SessionState, 'revision' | 'httpSession'>,
  named?: string,
): Attributes {
  const version = named ?? revision;
  const id = version !== undefined && eraOf(version) === 'per-request' ? undefined : httpSession;
  return defined({ 'mcp.protocol.version': version, 'mcp.session.id': id });
}

/** What the request is, and its name in the list of spans. */
export function requestOf({ method = '', name, key }: Pending): {
  readonly title: string;
  readonly attributes: Attributes;
} {
  const tool = method === 'tools/call' ? name : undefined;
  const prompt = method === 'prompts/get' ? name : undefined;
  const target = tool ?? prompt;
  return {
    title: target === undefined ? method : `${method} ${target}`,
    attributes: {
      'mcp.method.name': method,
      ...(method === 'tools/call' ? { 'gen_ai.operation.name': 'execute_tool' } : {}),
      ...defined({
        'gen_ai.tool.name': tool,
        'gen_ai.prompt.name': prompt,
        'mcp.resource.uri': ABOUT_URI.has(method) ? name : undefined,
        'jsonrpc.request.id': key?.slice(2),
      }),
    },
  };
}

/** What was given to a tool or prompt: sensitive, so only on request. */
export function argumentsOf({ method }: Pending, params: unknown): Attributes {
  const given = isObject(params) ? params['arguments'] : undefined;
  if (given === undefined) return {};
  if (method === 'tools/call') return bodyOf('gen_ai.tool.call.arguments', given);
  if (method !== 'prompts/get' || !isObject(given)) return {};
  const variables = Object.entries(given).map(([name, value]) => bodyOf(`gen_ai.prompt.variable.${name}`, value));
  return Object.fromEntries(variables.flatMap((each) => Object.entries(each)));
}

/** A value of the wire as an attribute: a text as it is, everything else as JSON; nothing when it nests too deep to be written. */
export function bodyOf(name: string, value: unknown): Attributes {
  if (typeof value === 'string') return { [name]: value };
  try {
    return { [name]: JSON.stringify(value) };
  } catch {
    return {};
  }
}
