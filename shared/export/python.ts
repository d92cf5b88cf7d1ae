/** A client message as a program with the official Python SDK, version 2 (`mcp`). */
import { scanJson, stringEnd } from '#shared/jsonrpc';
import { type Connection, firstEvent, type MessageEvent, type Recorded } from '#shared/recording';
import { laidOutJson, paramsText, UNSEEN } from './literal.ts';
import type { Call } from './types.ts';
import { ownHeaders } from './typescript.ts';

/** Python's parser takes no more brackets in each other than 200, and other code around a value has some of them. */
const MAX_NESTING = 60;
/** Python refuses integers of more than 4300 digits. */
const LONG_NUMBER = /\d{4000}/;

/** A text as a string literal. Half of a surrogate pair stays one, as in JSON. What a strange file has in place of a text is shown as text. */
function pythonString(text: unknown): string {
  const escaped = String(typeof text === 'string' ? text : JSON.stringify(text))
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  return `"${escaped.replace(UNSEEN, escapeOf)}"`;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** JSON as a Python expression, laid out if short, `indent` before later lines. `parse`: parsed at run time, so it needs `json`. */
function pythonLiteral(json: string, indent: string): { readonly text: string; readonly parses: boolean } {
  if (nesting(json) > MAX_NESTING || LONG_NUMBER.test(json))
    return { text: `json.loads(${pythonString(json)})`, parses: true };
  const out: string[] = [];
  const laidOut = laidOutJson(json);
  let at = 0;
  while (at < laidOut.length) {
    const from = at;
    if (laidOut.charCodeAt(at) === 34) {
      const end = stringEnd(laidOut, at);
      at = end < 0 ? laidOut.length : end;
      out.push(pythonString(JSON.parse(laidOut.slice(from, at)) as string));
      continue;
    }
    const quote = laidOut.indexOf('"', at);
    at = quote < 0 ? laidOut.length : quote;
    out.push(
      laidOut
        .slice(from, at)
        .replace(/\b(?:true|false|null)\b/g, (word) => WORDS[word] ?? word)
        .replaceAll('\n', `\n${indent}`),
    );
  }
  return { text: out.join(''), parses: false };
}

const WORDS: { readonly [word: string]: string } = { true: 'True', false: 'False', null: 'None' };

function nesting(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 34) at = Math.max(at, stringEnd(json, at) - 1);
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** The members of an object's text in their order, each with the text of its value; undefined for what is no object. */
function membersOf(json: string): readonly (readonly [string, string])[] | undefined {
  const { root, members } = scanJson(json);
  if (root !== 'object') return undefined;
  return members.map(({ key = '', start, end }) => [key, json.slice(start, end)] as const);
}

/** The program, for Python 3.10 or later. */
export function pythonOf(recorded: Recorded, event: MessageEvent, call: Call): string {
  const { connection } = recorded.header;
  const server =
    connection.transport === 'stdio' ? stdioServer(connection) : httpServer(recorded, event, connection.url);
  // Without a mode the library asks with server/discover first, as the recorded session did.
  const mode = call.perRequest ? '' : ', mode="legacy"';
  const depth = server.around === undefined ? 1 : 2;
  const steps = sendingIn(call, depth + 1);
  const body = [
    ...server.before,
    ...(server.around === undefined ? [] : [`${INDENT}${server.around}`]),
    `${INDENT.repeat(depth)}async with Client(${server.value}${mode}) as client:`,
    ...steps.lines.map((line) => `${INDENT.repeat(depth + 1)}${line}`),
  ];
  return [
    'import asyncio',
    ...(steps.json ? ['import json'] : []),
    ...(server.system ? ['import os'] : []),
    '',
    ...(server.httpx ? ['import httpx2'] : []),
    `from mcp import Client${connection.transport === 'stdio' ? ', StdioServerParameters' : ''}${steps.types ? ', types' : ''}`,
    ...server.imports,
    ...(steps.adapter ? ['from pydantic import TypeAdapter'] : []),
    '',
    '',
    'async def main():',
    ...body,
    '',
    '',
    'asyncio.run(main())',
    '',
  ].join('\n');
}

const INDENT = '    ';

interface Server {
  readonly imports: readonly string[];
  readonly before: readonly string[];
  /** The block that the client's own stands in. */
  readonly around?: string;
  readonly value: string;
  readonly system?: boolean;
  readonly httpx?: boolean;
}

/** The library's own function for a method, with the parameters it takes in their order. */
const FUNCTIONS: { readonly [method: string]: readonly [string, ...(readonly string[])] } = {
  'tools/call': ['call_tool', 'name', 'arguments'],
  'prompts/get': ['get_prompt', 'name', 'arguments'],
  'resources/read': ['read_resource', 'uri'],
  'tools/list': ['list_tools', '=cursor'],
  'prompts/list': ['list_prompts', '=cursor'],
  'resources/list': ['list_resources', '=cursor'],
  'resources/templates/list': ['list_resource_templates', '=cursor'],
  ping: ['send_ping'],
};

function sendingIn({ decoded, text, perRequest }: Call, depth: number) {
  const { kind, method } = decoded;
  const plain = { json: false, types: false, adapter: false };
  if (method === 'initialize' || method === 'server/discover' || method === 'notifications/initialized')
    return { ...plain, lines: ['print(client.protocol_version, client.server_info, client.server_capabilities)'] };
  const indent = INDENT.repeat(depth);
  const params = paramsText(text, perRequest ? ['_meta'] : []);
  const given = kind === 'request' ? argumentsOf(method, params ?? '{}', indent) : undefined;
  if (given) {
    const lines = [
      `result = await client.${given.text}`,
      'print(result.model_dump_json(by_alias=True, exclude_none=True, indent=2))',
    ];
    return { ...plain, json: given.parses, lines };
  }
  const value = params === undefined ? { text: 'None', parses: false } : pythonLiteral(params, indent);
  // Its own class for parameters would leave out the members that it does not know.
  const type = params === undefined ? 'None' : 'dict';
  const message = `[${type}, str](method=${pythonString(method)}, params=${value.text})`;
  if (kind === 'notification') {
    const lines = [`await client.session.send_notification(types.Notification${message})`];
    return { ...plain, types: true, json: value.parses, lines };
  }
  const lines = [
    `request = types.Request${message}`,
    'result = await client.session.send_request(request, TypeAdapter(dict))',
    'print(json.dumps(result, indent=2))',
  ];
  return { lines, json: true, types: true, adapter: true };
}

/** The call of the library's function that sends exactly these parameters; undefined where there is none. */
function argumentsOf(
  method: string,
  params: string,
  indent: string,
): { readonly text: string; readonly parses: boolean } | undefined {
  const [name, ...takes] = Object.hasOwn(FUNCTIONS, method) ? (FUNCTIONS[method] ?? []) : [];
  const members = membersOf(params);
  if (name === undefined || !members) return undefined;
  const wanted = takes.map((each) => each.replace('=', ''));
  // One that is given twice, or that the function does not take, would not be sent.
  if (members.some(([key], at) => !wanted.includes(key) || members.findIndex(([other]) => other === key) < at))
    return undefined;
  const given: string[] = [];
  let parses = false;
  for (const [at, key] of wanted.entries()) {
    const text = members.find(([each]) => each === key)?.[1];
    if (text === undefined) {
      if (at === 0 && takes[at] === key) return undefined;
      continue;
    }
    if (!(key === 'arguments' ? text.startsWith('{') : text.startsWith('"'))) return undefined;
    const value = pythonLiteral(text, indent);
    parses ||= value.parses;
    given.push(takes[at] === key ? value.text : `${key}=${value.text}`);
  }
  return { text: `${name}(${given.join(', ')})`, parses };
}

function stdioServer(connection: Extract<Connection, { readonly transport: 'stdio' }>): Server {
  const { command, args, cwd, envKeys } = connection;
  const names = (Array.isArray(envKeys) ? envKeys : []).filter((name) => typeof name === 'string');
  const env = names.map((name) => `${pythonString(name)}: os.environ[${pythonString(name)}]`).join(', ');
  return {
    imports: [],
    before: [
      `${INDENT}server = StdioServerParameters(`,
      `${INDENT}${INDENT}command=${pythonString(command)},`,
      `${INDENT}${INDENT}args=[${(Array.isArray(args) ? args : []).map(pythonString).join(', ')}],`,
      ...(cwd === undefined ? [] : [`${INDENT}${INDENT}cwd=${pythonString(cwd)},`]),
      ...(names.length === 0 ? [] : [`${INDENT}${INDENT}env={${env}},`]),
      `${INDENT})`,
    ],
    value: 'server',
    system: names.length > 0,
  };
}

function httpServer(recorded: Recorded, event: MessageEvent, url: string): Server {
  const headers = ownHeaders(recorded, event).map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`);
  const given = `headers={${headers.join(', ')}}`;
  // The transport of 2024-11-05 tells where to send to in an event of its stream.
  if (firstEvent(recorded.events, (each) => each.k === 'sse' && each.event === 'endpoint')) {
    const more = headers.length === 0 ? '' : `, ${given}`;
    return {
      imports: ['from mcp.client.sse import sse_client'],
      before: [],
      value: `sse_client(${pythonString(url)}${more})`,
    };
  }
  if (headers.length === 0) return { imports: [], before: [], value: pythonString(url) };
  return {
    imports: ['from mcp.client.streamable_http import streamable_http_client'],
    before: [],
    around: `async with httpx2.AsyncClient(${given}, timeout=300) as http:`,
    value: `streamable_http_client(${pythonString(url)}, http_client=http)`,
    httpx: true,
  };
}
