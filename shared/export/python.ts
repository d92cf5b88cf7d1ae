/** A client message as a program with the official Python SDK (`mcp`). */
import type { MessageEvent, Recorded } from '#shared/recording';
import { paramsText, seenJson, stringLiteral } from './literal.ts';
import type { Call } from './message-as.ts';
import { ownHeaders } from './typescript.ts';

/** The program, for Python 3.10 or later. */
export function pythonOf(recorded: Recorded, event: MessageEvent, call: Call): string {
  const { connection } = recorded.header;
  const stdio = connection.transport === 'stdio';
  return [
    'import asyncio',
    'import json',
    '',
    `from mcp import ClientSession${stdio ? ', StdioServerParameters' : ''}, types`,
    stdio
      ? 'from mcp.client.stdio import stdio_client'
      : 'from mcp.client.streamable_http import streamablehttp_client',
    '',
    '',
    'async def main():',
    ...(stdio ? stdioLines(connection) : httpLines(recorded, event, connection.url)),
    '        async with ClientSession(read, write) as session:',
    '            opened = await session.initialize()',
    ...sending(call).map((line) => `            ${line}`),
    '',
    '',
    'asyncio.run(main())',
    '',
  ].join('\n');
}

function sending({ decoded, text, perRequest }: Call): string[] {
  const { kind, method } = decoded;
  if (method === 'initialize' || method === 'server/discover' || method === 'notifications/initialized')
    return ['print(opened.model_dump_json(indent=2))'];
  const params = paramsText(text, perRequest ? ['_meta'] : []);
  const value = params === undefined ? '' : `, params=json.loads(${jsonLiteral(params)})`;
  const message = `method=${stringLiteral(method)}${value}`;
  if (kind === 'notification') return [`await session.send_notification(types.Notification(${message}))`];
  return [
    `result = await session.send_request(types.Request(${message}), types.Result)`,
    'print(result.model_dump_json(indent=2))',
  ];
}

/** JSON as a raw string over several lines where Python allows it, which is easier to read. */
function jsonLiteral(json: string): string {
  const seen = seenJson(json);
  return seen.includes("'''") || /['\\]$/.test(seen) ? stringLiteral(json) : `r'''${seen}'''`;
}

function stdioLines({ command, args, cwd }: { command: string; args: readonly string[]; cwd?: string }): string[] {
  const folder = cwd === undefined ? '' : `, cwd=${stringLiteral(cwd)}`;
  const list = args.map(stringLiteral).join(', ');
  return [
    `    server = StdioServerParameters(command=${stringLiteral(command)}, args=[${list}]${folder})`,
    '    async with stdio_client(server) as (read, write):',
  ];
}

function httpLines(recorded: Recorded, event: MessageEvent, url: string): string[] {
  const headers = ownHeaders(recorded, event).map(([name, value]) => `${stringLiteral(name)}: ${stringLiteral(value)}`);
  return [
    `    headers = {${headers.join(', ')}}`,
    `    async with streamablehttp_client(${stringLiteral(url)}, headers=headers) as (read, write, _):`,
  ];
}
