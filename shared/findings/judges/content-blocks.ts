/** Blocks of content in tool results and prompts, and the bytes that they and resources carry. */
import { isBase64, SPEC_REVISIONS } from '#shared/mcp';
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as TOOLS } from '../rules/tools.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { isRedacted, judge, quoted, type Turn } from '../judging.ts';
import { blocksAt, objectsAt, topLevelType, type Placed } from './content.ts';
import { ownResult } from './outcomes.ts';

const { 'tool-content-block-type': BLOCK_TYPE, 'content-base64': BASE64, 'content-mime-type': MIME_TYPE } = TOOLS;
const { 'tool-embedded-resource-cap': EMBEDDED } = TOOLS_EXTRA;
const RULES = [BLOCK_TYPE, BASE64, MIME_TYPE, EMBEDDED];

/** The revision since which a type of block is there. */
const SINCE: ReadonlyMap<unknown, string> = new Map([
  ['text', '2024-11-05'],
  ['image', '2024-11-05'],
  ['resource', '2024-11-05'],
  ['audio', '2025-03-26'],
  ['resource_link', '2025-06-18'],
]);
const allowedIn = (revision: string): string =>
  [...SINCE].flatMap(([type, since]) => (since <= revision ? [String(type)] : [])).join(', ');

export const CONTENT_BLOCKS = judge({
  rules: RULES,
  answers: {
    'tools/call'(turn, answer) {
      const content = ownResult(turn, answer, RULES)?.['content'];
      if (!Array.isArray(content)) return;
      for (let index = 0; index < content.length; index++) {
        const value: unknown = content[index];
        // Most blocks are texts; there is nothing else to say of one.
        if (isObject(value) && value['type'] === 'text') turn.applies(BLOCK_TYPE);
        else toolBlock(turn, value, `/result/content/${index}`, answer.to.s);
      }
    },
    'prompts/get'(turn, answer) {
      const result = ownResult(turn, answer, [BLOCK_TYPE, BASE64, MIME_TYPE]);
      for (const { value, at } of objectsAt(result?.['messages'], '/result/messages'))
        for (const block of blocksAt(value['content'], `${at}/content`)) {
          if (!isObject(block.value)) continue;
          blockType(turn, block);
          media(turn, block.value, block.at);
        }
    },
    'resources/read'(turn, answer) {
      const result = ownResult(turn, answer, [BASE64]);
      for (const { value, at } of objectsAt(result?.['contents'], '/result/contents')) bytes(turn, value, 'blob', at);
    },
  },
});

function toolBlock(turn: Turn, value: unknown, at: string, asked: number): void {
  blockType(turn, { value, at });
  if (!isObject(value)) return;
  media(turn, value, at);
  embedded(turn, value, at, asked);
}

function blockType(turn: Turn, { value, at }: Placed): void {
  if (!turn.applies(BLOCK_TYPE)) return;
  const type = isObject(value) ? value['type'] : undefined;
  const since = SINCE.get(type);
  const revision = turn.revision ?? SPEC_REVISIONS.at(-1) ?? '';
  if (since !== undefined && since <= revision) return;
  turn.report(BLOCK_TYPE, {
    pointer: type === undefined ? at : `${at}/type`,
    found: [quoted(isObject(value) ? type : value), revision, allowedIn(revision)],
  });
}

/** Bytes and type of an image or sound, and of a resource that is embedded. */
export function media(turn: Turn, block: JsonObject, at: string): void {
  const { type, resource } = block;
  if (type === 'resource' && isObject(resource)) bytes(turn, resource, 'blob', `${at}/resource`);
  if (type !== 'image' && type !== 'audio') return;
  bytes(turn, block, 'data', at);
  if (!turn.applies(MIME_TYPE)) return;
  const mime = block['mimeType'];
  if (isRedacted(mime)) return void turn.cannotJudge(MIME_TYPE, 'redacted');
  if (topLevelType(mime) === type) return;
  turn.report(MIME_TYPE, { pointer: mime === undefined ? at : `${at}/mimeType`, found: [type, quoted(mime)] });
}

function bytes(turn: Turn, holder: JsonObject, member: 'data' | 'blob', at: string): void {
  const value = holder[member];
  if (typeof value !== 'string' || !turn.applies(BASE64)) return;
  if (isBase64(value)) return;
  if (isRedacted(value)) return void turn.cannotJudge(BASE64, 'redacted');
  turn.report(BASE64, { pointer: `${at}/${member}`, found: [member, quoted(value.slice(0, 40))] });
}

function embedded(turn: Turn, { type }: JsonObject, at: string, asked: number): void {
  const declared = turn.facts.server;
  if (type !== 'resource' || !declared || !turn.applies(EMBEDDED) || isObject(declared['resources'])) return;
  turn.report(EMBEDDED, { pointer: at, related: [turn.facts.serverS, asked] });
}
