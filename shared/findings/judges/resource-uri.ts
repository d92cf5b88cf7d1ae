/** URIs and URI templates of resources, and the media types beside them (server/resources#resource). */
import { isUrl } from '#shared/base';
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as RESOURCES } from '../rules/resources.ts';
import { isRedacted, judge, quoted, type Turn } from '../judging.ts';
import { blocksAt, hasResources, objectsAt, topLevelType } from './content.ts';
import { ownResult } from './outcomes.ts';
import { isRelative, templateFault } from './templates.ts';

const {
  'resource-uri-absolute': ABSOLUTE,
  'resource-template-syntax': TEMPLATE,
  'resource-mime-format': MIME,
} = RESOURCES;
const RULES = [ABSOLUTE, MIME];

export const RESOURCE_URIS = judge({
  rules: [ABSOLUTE, TEMPLATE, MIME],
  answers: {
    'resources/list'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      for (const { value, at } of objectsAt(result?.['resources'], '/result/resources')) resource(turn, value, at);
    },
    'resources/read'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      for (const { value, at } of objectsAt(result?.['contents'], '/result/contents'))
        // What the client asked for is reported where it was listed, or asked for.
        if (value['uri'] === answer.to.params?.['uri']) mime(turn, value, at);
        else resource(turn, value, at);
    },
    'resources/templates/list'(turn, answer) {
      const result = ownResult(turn, answer, [TEMPLATE, ...RULES]);
      for (const { value, at } of objectsAt(result?.['resourceTemplates'], '/result/resourceTemplates')) {
        const { uriTemplate } = value;
        if (typeof uriTemplate === 'string') template(turn, uriTemplate, `${at}/uriTemplate`);
        mime(turn, value, at);
      }
    },
    'tools/call'(turn, answer) {
      const content = ownResult(turn, answer, RULES)?.['content'];
      if (!hasResources(content)) return;
      for (const { value, at } of objectsAt(content, '/result/content')) block(turn, value, at);
    },
    'prompts/get'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      for (const { value, at } of objectsAt(result?.['messages'], '/result/messages'))
        for (const each of blocksAt(value['content'], `${at}/content`))
          if (isObject(each.value)) block(turn, each.value, each.at);
    },
  },
  notifications: {
    'notifications/resources/updated'(turn, { params }) {
      if (isObject(params)) absolute(turn, params['uri'], '/params/uri');
    },
  },
});

function block(turn: Turn, value: JsonObject, at: string): void {
  const embedded = value['resource'];
  if (value['type'] === 'resource_link') resource(turn, value, at);
  else if (value['type'] === 'resource' && isObject(embedded)) resource(turn, embedded, `${at}/resource`);
}

function resource(turn: Turn, value: JsonObject, at: string): void {
  absolute(turn, value['uri'], `${at}/uri`);
  mime(turn, value, at);
}

/** RFC 3986: a scheme first; neither spaces nor other characters that URIs have not. Letters beyond ASCII pass: parsers take them. */
function absolute(turn: Turn, uri: unknown, pointer: string): void {
  if (typeof uri !== 'string' || !turn.applies(ABSOLUTE)) return;
  if (/^[a-z][a-z0-9+.-]*:./i.test(uri) && !/[\s<>"{}|\\^`\p{Cc}]|%(?![0-9a-f]{2})/iu.test(uri) && isUrl(uri)) return;
  if (isRedacted(uri)) return void turn.cannotJudge(ABSOLUTE, 'redacted');
  turn.report(ABSOLUTE, { pointer, found: [quoted(uri)] });
}

function template(turn: Turn, text: string, pointer: string): void {
  if (isRedacted(text)) return void turn.cannotJudge(TEMPLATE, 'redacted');
  const fault = templateFault(text);
  if (turn.applies(TEMPLATE) && fault !== undefined)
    turn.report(TEMPLATE, { pointer, found: [quoted(text), quoted(fault)] });
  else if (turn.applies(ABSOLUTE) && isRelative(text)) turn.report(ABSOLUTE, { pointer, found: [quoted(text)] });
}

function mime(turn: Turn, { mimeType }: JsonObject, at: string): void {
  if (mimeType === undefined || mimeType === null || !turn.applies(MIME)) return;
  if (topLevelType(mimeType) !== undefined) return;
  if (isRedacted(mimeType)) return void turn.cannotJudge(MIME, 'redacted');
  turn.report(MIME, { pointer: `${at}/mimeType`, found: [quoted(mimeType)] });
}
