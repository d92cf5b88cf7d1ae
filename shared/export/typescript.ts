/** A client message as a program with the official TypeScript SDK, version 2 (`@modelcontextprotocol/client`). */
import { methodFacts } from '#shared/mcp';
import type { MessageEvent, Recorded } from '#shared/recording';
import { httpRequestOf } from './curl.ts';
import { paramsText, seenJson, stringLiteral } from './literal.ts';
import type { Call } from './types.ts';

/** The program: an ES module for Node 20 or later. */
export function typescriptOf(recorded: Recorded, event: MessageEvent, call: Call): string {
  const { connection } = recorded.header;
  const stdio = connection.transport === 'stdio';
  const transport = stdio ? stdioTransport(connection) : httpTransport(recorded, event, connection.url);
  const send = sending(call);
  const options = call.perRequest ? ", { versionNegotiation: { mode: 'auto' } }" : '';
  return [
    importLine(`{ Client${stdio ? '' : ', StreamableHTTPClientTransport'} }`, '@modelcontextprotocol/client'),
    ...(stdio ? [importLine('{ StdioClientTransport }', '@modelcontextprotocol/client/stdio')] : []),
    ...(send.includes('z.looseObject') ? [importLine('* as z', 'zod')] : []),
    '',
    `const client = new Client({ name: 'example', version: '1.0.0' }${options});`,
    ...transport,
    send,
    'await client.close();',
    '',
  ].join('\n');
}

const importLine = (names: string, from: string): string => `import ${names} from ${stringLiteral(from)};`;

function sending({ decoded, text, perRequest }: Call): string {
  const { kind, method } = decoded;
  if (method === 'initialize' || method === 'server/discover' || method === 'notifications/initialized')
    return 'console.log(client.getServerVersion(), client.getServerCapabilities());';
  const params = paramsText(text, perRequest ? ['_meta'] : []);
  const value = params === undefined ? '' : `, params: ${valueOf(params)}`;
  const message = `{ method: ${stringLiteral(method)}${value} }`;
  if (kind === 'notification') return `await client.notification(${message});`;
  // A method that the protocol does not have needs a schema for its result.
  const schema = methodFacts(method) ? '' : ', z.looseObject({})';
  return `const result = await client.request(${message}${schema});\nconsole.log(JSON.stringify(result, null, 2));`;
}

/** JSON as an expression. A member `__proto__` of an object literal would set the prototype instead. */
function valueOf(json: string): string {
  return /__proto__|\\u005[fF]/.test(json) ? `JSON.parse(${stringLiteral(json)})` : seenJson(json);
}

function stdioTransport({ command, args, cwd }: { command: string; args: readonly string[]; cwd?: string }): string[] {
  const folder = cwd === undefined ? '' : `, cwd: ${stringLiteral(cwd)}`;
  const list = args.map(stringLiteral).join(', ');
  return [
    'await client.connect(',
    `  new StdioClientTransport({ command: ${stringLiteral(command)}, args: [${list}]${folder} }),`,
    ');',
  ];
}

function httpTransport(recorded: Recorded, event: MessageEvent, url: string): string[] {
  const headers = ownHeaders(recorded, event).map(([name, value]) => `${stringLiteral(name)}: ${stringLiteral(value)}`);
  const options = headers.length === 0 ? '' : `, { requestInit: { headers: { ${headers.join(', ')} } } }`;
  return [
    'await client.connect(',
    `  new StreamableHTTPClientTransport(new URL(${stringLiteral(url)})${options}),`,
    ');',
  ];
}

/** The headers that the person set, as the message's request carried them. */
export function ownHeaders(recorded: Recorded, event: MessageEvent): (readonly [string, string])[] {
  const { connection } = recorded.header;
  const names = connection.transport === 'streamable-http' ? connection.headerNames : undefined;
  const wanted = new Set(
    (Array.isArray(names) ? names : []).map((name: unknown) => (typeof name === 'string' ? name.toLowerCase() : '')),
  );
  wanted.add('authorization');
  return (httpRequestOf(recorded, event)?.headers ?? []).filter(
    ([name]) => wanted.has(name.toLowerCase()) && name !== '__proto__',
  );
}
