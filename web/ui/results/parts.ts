/** What a result of any kind shows, as a flat list of parts. Nothing is trusted: a member of a wrong type makes an unknown block. */
import { isObject } from '#shared/jsonrpc';
import { payloadLength } from '#shared/recording';
import { audioType, imageType, suffixType } from './mime.ts';

type Json = { readonly [name: string]: unknown };

interface Sourced {
  readonly from?: string;
  /** The type is not the server's word: the suffix of the address suggests it, or it is what a text is without one. */
  readonly guessed?: true;
}
type BlobPart =
  | (Sourced & { readonly kind: 'image' | 'audio'; readonly mimeType: string; readonly base64: string })
  | (Sourced & { readonly kind: 'bytes'; readonly mimeType?: string; readonly base64: string });

export type Part =
  | (Sourced & { readonly kind: 'text'; readonly text: string; readonly mimeType?: string })
  | BlobPart
  | { readonly kind: 'link'; readonly link: Json }
  /** A value that no specification names, as it is. */
  | { readonly kind: 'json'; readonly value: unknown };

export interface Section {
  /** Who says it, in a prompt or a sampling message. */
  readonly role?: string;
  readonly part: Part;
  /** `audience`, `priority`, `lastModified` as the server gave them (server/resources#annotations). */
  readonly annotations?: Json;
}

export interface ResultParts {
  readonly sections: readonly Section[];
  readonly structured?: { readonly value: unknown };
  /** The tool says that its own work failed (server/tools#error-handling). */
  readonly isError: boolean;
  readonly description?: string;
}

/** Take a result apart. Takes any value; never throws. */
export function resultParts(result: unknown): ResultParts {
  if (!isObject(result)) return { sections: [{ part: { kind: 'json', value: result } }], isError: false };
  const { content, contents, messages, description } = result;
  const sections = [
    ...(Array.isArray(content)
      ? content.map((block) => section(block))
      : isObject(content)
        ? [message(result)]
        : []
    ).flat(),
    ...(Array.isArray(contents) ? contents.map((each): Section => ({ part: resourceOf(each) })) : []),
    ...(Array.isArray(messages) ? messages.flatMap(message) : []),
  ];
  const known = Array.isArray(content) || isObject(content) || Array.isArray(contents) || Array.isArray(messages);
  const hasStructured = Object.hasOwn(result, 'structuredContent');
  return {
    sections: known || hasStructured ? sections : [{ part: { kind: 'json', value: result } }],
    isError: result['isError'] === true,
    ...(hasStructured ? { structured: { value: result['structuredContent'] } } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/** The parts of a prompt or sampling message: its content is one block or, from 2025-11-25 on, a list of them. */
function message(value: unknown): Section[] {
  if (!isObject(value)) return [{ part: { kind: 'json', value } }];
  const { role, content } = value;
  const named = typeof role === 'string' ? { role } : {};
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks.map((block) => ({ ...named, ...section(block) }));
}

function section(block: unknown): Section {
  const annotations = isObject(block) ? block['annotations'] : undefined;
  return { part: partOf(block), ...(isObject(annotations) ? { annotations } : {}) };
}

function partOf(block: unknown): Part {
  if (!isObject(block)) return { kind: 'json', value: block };
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string') return blobPart(data, mimeType);
  if (type === 'resource' && isObject(block['resource'])) return resourceOf(block['resource']);
  if (type === 'resource_link' && typeof block['uri'] === 'string') return { kind: 'link', link: block };
  return { kind: 'json', value: block };
}

/** The type is the server's, else guessed (and marked so) by address, else text/plain for text and none for bytes. */
function resourceOf(resource: unknown): Part {
  if (!isObject(resource)) return { kind: 'json', value: resource };
  const { uri, mimeType: said, text, blob } = resource;
  const from = typeof uri === 'string' ? { from: uri } : {};
  const given = typeof said === 'string' && said !== '';
  const suggested = given ? undefined : suffixType(uri);
  const guessed = given ? {} : { guessed: true as const };
  if (typeof text === 'string') {
    const mimeType = given ? said : (suggested ?? 'text/plain');
    return { kind: 'text', text, mimeType, ...from, ...guessed };
  }
  if (typeof blob === 'string')
    return { ...blobPart(blob, given ? said : suggested), ...from, ...(suggested === undefined ? {} : guessed) };
  return { kind: 'json', value: resource };
}

function blobPart(base64: string, mimeType: unknown): BlobPart {
  const image = imageType(mimeType);
  if (image) return { kind: 'image', mimeType: image, base64 };
  const audio = audioType(mimeType);
  if (audio) return { kind: 'audio', mimeType: audio, base64 };
  return { kind: 'bytes', base64, ...(typeof mimeType === 'string' ? { mimeType } : {}) };
}

/** Size in bytes of what a base64 text stands for, without decoding it. */
export const base64Length = (base64: string): number => Math.max(0, Math.floor(payloadLength({ b64: base64 })));
