/**
 * Recordings that other programs keep line by line: mcp-tape (a `meta` line with the command, messages as `{t, dir, raw}`, an `end`
 * line with the exit code) and mcp-recorder for stdio (messages as `{seq, t, dir, msg}`, a `summary` line).
 */
import { isObject, type JsonObject, parsedObject } from '#shared/jsonrpc';
import type { Connection } from '#shared/recording';
import type { Item, Reading } from './items.ts';
import { fromLines } from './json-lines.ts';
import { timeOf } from './times.ts';

const MAX_OBJECT_CHARS = 65_536;

/** Such a recording; `name` is its title where it has no label. */
export function readTape(text: string, name: string): Reading {
  let connection: Connection | undefined;
  let label: string | undefined;
  const items = function* (): Generator<Item> {
    for (const item of fromLines(text)) {
      const fields = item.is === 'unread' && item.text.length <= MAX_OBJECT_CHARS ? parsedObject(item.text) : undefined;
      if (!fields) {
        yield item;
        continue;
      }
      connection ??= connectionOf(fields);
      if (typeof fields['label'] === 'string') label ??= fields['label'];
      yield* about(fields, item);
    }
  };
  return { items, about: () => ({ title: label ?? name, connection }) };
}

function* about(fields: JsonObject, item: Item): Generator<Item> {
  const { line } = item;
  const time = timeOf(fields['t'] ?? fields['startedAt']);
  if (fields['type'] === 'meta') yield { is: 'event', line, time, body: { k: 'connection', event: 'opening' } };
  else if (fields['type'] === 'end') {
    const code = fields['exitCode'];
    if (typeof code === 'number' && Number.isInteger(code))
      yield { is: 'event', line, time, body: { k: 'process', event: 'exit', code } };
    yield { is: 'event', line, time, body: { k: 'connection', event: 'closed' } };
  } else if (fields['type'] === 'summary')
    yield { is: 'log', line, level: 'info', text: 'text' in item ? item.text : '' };
  else yield item;
}

function connectionOf(fields: JsonObject): Connection | undefined {
  const server = isObject(fields['server']) ? fields['server'] : fields;
  const { command, args } = server;
  const words = (Array.isArray(command) ? command : [command, ...(Array.isArray(args) ? args : [])]).filter(
    (word) => typeof word === 'string',
  );
  const [program, ...rest] = words;
  return program === undefined ? undefined : { transport: 'stdio', command: program, args: rest };
}
