/** The composer's schema, in the language service that the editor itself uses, and against the validator. */
import { Validator, type Schema } from '@cfworker/json-schema';
import { describe, expect, it, test } from 'vitest';
import { methodsOf } from '#shared/mcp';
import {
  checkMessage,
  exampleMessage,
  exampleResult,
  messageSchema,
  revisionSchema,
  SCHEMA_REVISIONS,
  type MessageSchemaContext,
} from '#shared/mcp/schema';
import { mutated, randomFrom, vocabulary } from './oracle/generate.ts';

interface Item {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
  readonly insertText?: string;
}
interface Service {
  configure(settings: object): void;
  parseJSONDocument(document: object): object;
  doValidation(document: object, json: object): Promise<readonly { readonly message: string }[]>;
  doComplete(document: object, position: object, json: object): Promise<{ readonly items: readonly Item[] }>;
  doHover(document: object, position: object, json: object): Promise<{ readonly contents: readonly string[] } | null>;
}
interface TextDocuments {
  readonly TextDocument: {
    create(uri: string, language: string, version: number, text: string): { positionAt(offset: number): object };
  };
}

const EXTERNAL = new URL('../../../../node_modules/monaco-editor/esm/external/', import.meta.url);
const { getLanguageService } = (await import(
  new URL('vscode-json-languageservice/lib/esm/jsonLanguageService.js', EXTERNAL).href
)) as { getLanguageService(options: object): Service };
const { TextDocument } = (await import(
  new URL('vscode-languageserver-textdocument/lib/esm/main.js', EXTERNAL).href
)) as TextDocuments;

/** What the editor says about a text at `|`. */
async function edit(revision: string, context: MessageSchemaContext, marked: string) {
  const at = marked.indexOf('|');
  const text = at < 0 ? marked : marked.slice(0, at) + marked.slice(at + 1);
  const service = getLanguageService({});
  const schemas = [{ uri: 'inmemory://schema', fileMatch: ['*'], schema: messageSchema(revision, context) }];
  service.configure({ validate: true, schemas });
  const document = TextDocument.create('inmemory://message.json', 'json', 1, text);
  const json = service.parseJSONDocument(document);
  const position = document.positionAt(Math.max(at, 0));
  const { items } = await service.doComplete(document, position, json);
  return {
    labels: items.map(({ label }) => label),
    items,
    warnings: (await service.doValidation(document, json)).map(({ message }) => message),
    hover: (await service.doHover(document, position, json))?.contents.join(' ') ?? '',
  };
}

const client = { sender: 'client' } as const;

describe('in the editor', () => {
  it('an empty text offers a template of every message', async () => {
    const { labels, items } = await edit('2025-06-18', client, '|');
    expect(labels).toEqual(methodsOf('2025-06-18', 'client').map(({ method }) => method));
    const text = items.find(({ label }) => label === 'tools/call')?.insertText ?? '';
    expect(JSON.parse(text)).toEqual(exampleMessage('tools/call', '2025-06-18'));
  });

  it('an empty object offers the members of a message', async () => {
    const { labels } = await edit('2025-11-25', client, '{|}');
    expect(labels).toEqual(expect.arrayContaining(['jsonrpc', 'id', 'method', 'params', 'result', 'error']));
  });

  it('methods are those of the side and the revision, each with what it does', async () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"|"}';
    const { items } = await edit('2024-11-05', client, text);
    const labels = items.map(({ label }) => label);
    expect(labels).toContain('"tools/call"');
    expect(labels).not.toContain('"tasks/get"');
    expect(labels).not.toContain('"roots/list"');
    expect(items.every(({ documentation }) => documentation !== undefined && documentation !== '')).toBe(true);
    expect((await edit('2026-07-28', client, text)).labels).toContain('"server/discover"');
  });

  it('parameters are those of the method', async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{|}}';
    expect((await edit('2025-11-25', client, call)).labels).toEqual(['name', 'arguments', 'task', '_meta']);
    expect((await edit('2025-06-18', client, call)).labels).toEqual(['name', 'arguments', '_meta']);
    const { items, warnings } = await edit('2026-07-28', client, call);
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['requestState', 'inputResponses']));
    expect(warnings).toEqual(['Missing property "name".', 'Missing property "_meta".']);
    const meta = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{|}}}';
    expect((await edit('2026-07-28', client, meta)).labels).toContain('io.modelcontextprotocol/clientCapabilities');
  });

  it('values are offered, and members explained', async () => {
    const level = '{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":|}}';
    expect((await edit('2025-11-25', client, level)).labels).toContain('"emergency"');
    const { hover } = await edit('2025-11-25', client, level.replace('|', '"debug"').replace('"level"', '"le|vel"'));
    expect(hover).toContain('Lowest level to send');
    const method = '{"jsonrpc":"2.0","id":1,"method":"tools/|call","params":{"name":"x"}}';
    expect((await edit('2025-11-25', client, method)).hover).toContain('Calls a tool');
  });

  it('a wrong message gets advice about the method that is meant', async () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"url":"a:b"}}';
    expect((await edit('2025-11-25', client, text)).warnings).toEqual(['Missing property "uri".']);
    const unknown = '{"jsonrpc":"2.0","id":1,"method":"tools/invoke"}';
    expect((await edit('2025-11-25', client, unknown)).warnings).toHaveLength(1);
  });

  it('the answer to a server request is offered and checked', async () => {
    const context = { ...client, answers: 'sampling/createMessage' };
    expect((await edit('2025-11-25', context, '|')).labels).toEqual(expect.arrayContaining(['result', 'error']));
    const text = '{"jsonrpc":"2.0","id":1,"result":{"role":"assistant","content":{"type":"text",|}}}';
    const { labels, warnings } = await edit('2025-11-25', context, text);
    expect(labels).toContain('text');
    expect(warnings).toEqual(expect.arrayContaining(['Missing property "model".', 'Missing property "text".']));
  });
});

describe.each(SCHEMA_REVISIONS)('in %s', (revision) => {
  it('the editor has nothing against any example', async () => {
    for (const sender of ['client', 'server'] as const) {
      for (const { method, kind } of methodsOf(revision, sender)) {
        const text = JSON.stringify(exampleMessage(method, revision));
        expect([method, (await edit(revision, { sender }, text)).warnings]).toEqual([method, []]);
        if (kind !== 'request') continue;
        const other = sender === 'client' ? 'server' : 'client';
        const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: exampleResult(method, revision) });
        const { warnings } = await edit(revision, { sender: other, answers: method }, answer);
        expect([method, warnings]).toEqual([method, []]);
      }
    }
  });

  test.each(['client', 'server'] as const)(
    'it gives the verdicts of the validator for messages of the %s',
    (sender) => {
      const random = randomFrom(7);
      const { names, constants } = vocabulary(revisionSchema(revision));
      const validator = new Validator(messageSchema(revision, { sender }) as Schema, '2020-12');
      const wrong: unknown[] = [];
      let valid = 0;
      for (const { method } of methodsOf(revision, sender)) {
        for (let times = 0; times < 40; times += 1) {
          const message = mutated(exampleMessage(method, revision), random, names, constants);
          const verdict = checkMessage(revision, message, { sender }).length === 0;
          if (verdict) valid += 1;
          if (validator.validate(message).valid !== verdict) wrong.push(message);
        }
      }
      expect(wrong.filter((each) => !isMixed(each))).toEqual([]);
      expect(valid).toBeGreaterThan(20);
    },
  );
});

/** The editor's schema says nothing of two kinds of message at once. */
function isMixed(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(isMixed);
  return (
    typeof message === 'object' &&
    message !== null &&
    ['method', 'result', 'error'].filter((name) => name in message).length > 1
  );
}
