/** FORMAT.md names every kind, word and code that the program writes: the lists are taken from the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORT_FORMATS, IMPORT_REMARKS } from '#shared/import';
import { KINDS, recordingSchema, type Kind } from '#shared/recording';
import { RULES } from '#shared/redact';
import { eras, problems } from '#shared/words/en';
import { ROOT } from '../../../relay/support/bundle.mjs';

const SHAPES: readonly Kind[] = Object.values(KINDS);

/** Without the examples. */
const FORMAT = readFileSync(join(ROOT, 'shared/recording/FORMAT.md'), 'utf8').replace(/^```[^]*?^```$/gm, '');
/** What stands in backticks, each by itself. Prettier breaks lines between words, never inside them. */
const NAMED = new Set([...FORMAT.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replace(/\s+/g, ' ')));
const missing = (words: Iterable<string>): string[] => [...new Set(words)].filter((word) => !NAMED.has(word));

const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Every source file below these folders. */
const sources = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|svelte)$/.test(name))
      .map((name) => source(`${folder}/${name}`)),
  );
const quoted = (text: string): string[] => [...text.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word);

describe('FORMAT.md names', () => {
  test('every kind, every member of one, and every word that is read', () => {
    const members = new Map(
      SHAPES.flatMap(({ required, optional = {} }) => Object.entries({ ...required, ...optional })),
    );
    const words = SHAPES.flatMap(({ required, optional = {} }) => Object.values({ ...required, ...optional })).flatMap(
      ({ schema }) => ('enum' in schema ? (schema.enum as string[]) : []),
    );
    expect(words).toEqual(expect.arrayContaining(['stdin-wait', 'redirect', 'mock', 'token', 'idle', 'slowed']));
    expect(missing([...Object.keys(KINDS), ...words])).toEqual([]);
    const inBraces = FORMAT.replace(/[^\w]+/g, ' ').split(' ');
    expect([...members.keys()].filter((name) => !inBraces.includes(name))).toEqual([]);
  });

  test('every member of the header', () => {
    const { oneOf } = recordingSchema() as { oneOf: { properties: object }[] };
    expect(missing(Object.keys(oneOf[0]?.properties ?? {}))).toEqual(['s'].filter((name) => !NAMED.has(name)));
    const wrong = quoted(source('shared/recording/line.ts').split('export type Line =')[0] ?? '');
    expect(wrong).toContain('too-many-events');
    expect(missing(wrong.filter((code) => code.includes('-')))).toEqual([]);
  });

  test('every reason', () => {
    // What is only concluded from a recording when it is shown is in no file.
    const concluded = new Set(sources('shared/failure').flatMap(quoted));
    const written = sources('shared/driver', 'shared/session', 'shared/transport', 'relay', 'web/session').flatMap(
      quoted,
    );
    for (const code of written) concluded.delete(code);
    const known = [problems.reasons, eras.reasons, eras.restarted, eras.slowed.known]
      .flatMap(Object.keys)
      .filter((code) => !concluded.has(code));
    expect(known).toContain('http-unreachable');
    expect(missing(known)).toEqual([]);
  });

  test('every step of authorization', () => {
    const { enum: steps } = KINDS.http.optional.step.schema as { readonly enum: readonly string[] };
    expect(steps).toContain('token');
    expect(missing(steps)).toEqual([]);
  });

  test('every format, remark and kind of imports, and every rule of redaction', () => {
    const kinds = sources('shared/import').flatMap((text) => [...text.matchAll(/fields: \{ k: '([\w-]+)'/g)]);
    expect(kinds.map(([, kind]) => kind)).toContain('unread');
    const rules = RULES.map(({ name }) => name);
    expect(missing([...IMPORT_FORMATS, ...IMPORT_REMARKS, ...kinds.map(([, kind = '']) => kind), ...rules])).toEqual(
      [],
    );
  });

  test('why every gap is there', () => {
    const texts = sources('shared', 'relay', 'web').flatMap((text) => {
      if (!/k: 'gap'|\bGAP\b|NOT_SELECTED|#gap\(|NOT_RECORDED/.test(text)) return [];
      const found =
        /(?:\bwhy(?::| =)|\b(?:WHY|NOT_SELECTED|NOT_RECORDED|PAYLOAD_MISSING) =|#gap\([^,()]+,)\s*(['`])((?:(?!\1).)*)\1/g;
      return [...text.matchAll(found)].map(([, , why = '']) => why);
    });
    expect(texts).toEqual(expect.arrayContaining(['not selected', 'the rest of the body is not recorded']));
    const reasons = texts.filter((text) => text.includes(' '));
    const plain = FORMAT.replace(/\s+/g, ' ');
    const parts = reasons.flatMap((why) => why.split(/\$\{[^}]*\}/)).map((part) => part.trim());
    expect(parts.filter((part) => !plain.includes(part))).toEqual([]);
  });
});
