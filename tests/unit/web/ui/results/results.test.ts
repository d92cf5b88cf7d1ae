import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberText as textAt } from '#shared/jsonrpc';
import { looksLikeMarkdown, readMarkdown } from '../../../../../web/ui/results/markdown.ts';
import {
  audioType,
  dataUrl,
  firstLayout,
  givenIcon,
  imageType,
  suffixType,
  svgUrl,
  textLayout,
  webLink,
} from '../../../../../web/ui/results/mime.ts';
import { base64Length, resultParts } from '../../../../../web/ui/results/parts.ts';
import { csvTable, objectTable } from '../../../../../web/ui/results/tables.ts';

describe('parts of a result', () => {
  it('are one a block, with what surrounds them', () => {
    const { sections, isError, structured } = resultParts({
      content: [
        { type: 'text', text: 'hi', annotations: { priority: 1 } },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'image', data: 'AAAA', mimeType: 'text/html' },
        { type: 'resource', resource: { uri: 'a:b', text: '{}', mimeType: 'application/json' } },
        { type: 'resource_link', uri: 'a:c', name: 'c' },
        { type: 'new-thing', x: 1 },
        7,
      ],
      structuredContent: { a: 1 },
      isError: true,
    });
    expect(sections.map(({ part }) => part.kind)).toEqual(['text', 'image', 'bytes', 'text', 'link', 'json', 'json']);
    expect(sections[0]?.annotations).toEqual({ priority: 1 });
    expect(isError).toBe(true);
    expect(structured).toEqual({ value: { a: 1 } });
  });

  it('are found in contents, prompt messages and a sampling message', () => {
    // What the server does not say, the address may: bytes of no type at all stay bytes.
    const contents = [
      { uri: 'a:x.PNG?y', blob: 'AAAA' },
      { uri: 'a:x.png', mimeType: 'application/pdf', blob: 'AAAA' },
      { uri: 'a:x.csv', text: 'a,b' },
      { uri: 'a:x', text: 't' },
    ];
    expect(resultParts({ contents }).sections.map(({ part }) => part)).toMatchObject([
      { kind: 'image', mimeType: 'image/png', guessed: true },
      { kind: 'bytes', mimeType: 'application/pdf' },
      { kind: 'text', mimeType: 'text/csv', guessed: true },
      { kind: 'text', mimeType: 'text/plain', guessed: true },
    ]);
    expect(resultParts({ contents: [contents[1]] }).sections[0]?.part).not.toHaveProperty('guessed');
    expect(resultParts({ contents: [{ uri: 'a:b', blob: 'AAAA' }] }).sections[0]?.part).toEqual({
      kind: 'bytes',
      base64: 'AAAA',
      from: 'a:b',
    });
    const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'q' } }] };
    expect(resultParts(prompt).sections).toEqual([{ role: 'user', part: { kind: 'text', text: 'q' } }]);
    expect(resultParts({ role: 'assistant', content: { type: 'text', text: 'a' } }).sections[0]?.role).toBe(
      'assistant',
    );
  });

  it('never throw, and keep what they do not know', () => {
    fc.assert(fc.property(fc.anything(), (value) => void resultParts(value)));
    expect(resultParts({ other: 1 }).sections).toEqual([{ part: { kind: 'json', value: { other: 1 } } }]);
  });

  it('know a size without decoding', () => {
    expect(base64Length(btoa('hello'))).toBe(5);
  });
});

describe('media types', () => {
  it('let only known images and audio through', () => {
    expect(imageType('IMAGE/PNG; x=1')).toBe('image/png');
    expect(imageType('image/svg+xml')).toBe('image/svg+xml');
    for (const type of ['image/x-icon', 'text/html', 'image/png,text/html', undefined, 7]) {
      expect(imageType(type)).toBeUndefined();
    }
    expect(audioType('audio/wav')).toBe('audio/wav');
    expect(audioType('audio/"x')).toBeUndefined();
  });
  it('make an address only of base64', () => {
    expect(dataUrl('image/png', 'AA\nAA')).toBe('data:image/png;base64,AAAA');
    expect(dataUrl('image/png', '"><script>')).toBeUndefined();
  });
  it('open only web links', () => {
    expect(webLink('https://a.example/x')).toBe('https://a.example/x');
    for (const uri of ['javascript:alert(1)', 'file:///etc', 'data:text/html,x', ' https://a', 'https://', 5]) {
      expect(webLink(uri)).toBeUndefined();
    }
  });
  it('are suggested by a suffix', () => {
    expect(suffixType('file:///a.b/c.tar.JSON#x')).toBe('application/json');
    for (const uri of ['file:///a.png/b', 'a:png', 'a:.', '', undefined, 'a:x.unknown'])
      expect(suffixType(uri)).toBeUndefined();
  });
  it('show an icon only where it came with the message', () => {
    const png = 'data:image/png;base64,AAAA';
    expect(givenIcon({ icons: [{ src: 'https://a.example/x.png' }, null, { src: png }] })).toBe(png);
    for (const src of [
      'https://a.example/x.png',
      'data:text/html,x',
      'javascript:x',
      5,
      `data:image/png,${'A'.repeat(200_000)}`,
    ])
      expect(givenIcon({ icons: [{ src }] })).toBeUndefined();
    for (const of of [undefined, {}, { icons: 'x' }]) expect(givenIcon(of)).toBeUndefined();
  });
  it('make an address of an SVG whatever its text is', () => {
    expect(svgUrl('<svg/>')).toBe('data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E');
    expect(svgUrl('\ud800')).toBe('data:image/svg+xml;charset=utf-8,%EF%BF%BD');
  });
  it('choose how to read a text', () => {
    expect([
      textLayout('application/ld+json'),
      textLayout('text/markdown'),
      textLayout('text/csv'),
      textLayout('image/svg+xml'),
      textLayout('text/html;profile=mcp-app'),
      textLayout('x'),
    ]).toEqual(['json', 'markdown', 'table', 'image', 'page', 'text']);
    expect(firstLayout(['text', 'markdown'], 'markdown')).toBe('markdown');
    expect(firstLayout(['text', 'markdown'], 'text')).toBe('text');
    // JSON that is said to be Markdown.
    expect(firstLayout(['json', 'text'], 'markdown')).toBe('json');
  });
});

describe('Markdown', () => {
  it('reads its small part', () => {
    const kinds = readMarkdown('# T\n\npara\nmore\n\n- a\n  - b\n\n1. c\n\n> q\n\n---\n\n```js\nx <b>\n```\n').map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'rule', 'code']);
  });
  it('tells emphasis, code and web links, and leaves others and HTML as text', () => {
    const [block] = readMarkdown('**b** *e* `c*d*` [l](https://x.example) [j](javascript:x) <img onerror=x>');
    expect(block).toEqual({
      kind: 'paragraph',
      inline: [
        { kind: 'strong', text: 'b' },
        { kind: 'text', text: ' ' },
        { kind: 'emphasis', text: 'e' },
        { kind: 'text', text: ' ' },
        { kind: 'code', text: 'c*d*' },
        { kind: 'text', text: ' ' },
        { kind: 'link', text: 'l', href: 'https://x.example' },
        { kind: 'text', text: ' ' },
        { kind: 'text', text: 'j (javascript:x)' },
        { kind: 'text', text: ' <img onerror=x>' },
      ],
    });
  });
  it('finds links in bold text, and tells where one leads that has no address of its own', () => {
    const [block] = readMarkdown('**See [site](https://x.example) [more](more.md)**');
    expect(block).toEqual({
      kind: 'paragraph',
      inline: [
        { kind: 'strong', text: 'See ' },
        { kind: 'link', text: 'site', href: 'https://x.example' },
        { kind: 'strong', text: ' ' },
        { kind: 'strong', text: 'more (more.md)' },
      ],
    });
  });
  it('keeps an open fence to the end, and reads any text', () => {
    for (const text of [
      '- a\n'.repeat(20_000),
      '*a* '.repeat(20_000),
      '# a\n'.repeat(20_000),
      '`a` b\n\n'.repeat(9000),
    ]) {
      const pieces = JSON.stringify(readMarkdown(text)).match(/"kind"/g)?.length ?? 0;
      expect(pieces).toBeLessThan(5000);
      // Nothing of the text is left out.
      expect(JSON.stringify(readMarkdown(text)).match(/a/g)?.length ?? 0).toBeGreaterThanOrEqual(9000);
    }
    expect(readMarkdown('```\na\nb')).toEqual([{ kind: 'code', text: 'a\nb' }]);
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(readMarkdown(text))));
  });
  it('is offered where a text has its signs', () => {
    expect(looksLikeMarkdown('## Title')).toBe(true);
    expect(looksLikeMarkdown('Just a - sentence, 3 * 4.')).toBe(false);
  });
});

describe('tables', () => {
  it('come from CSV with quotes and any line end', () => {
    expect(csvTable('a,b\r\n"x, ""y""","l1\nl2"\n,3')).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        ['x, "y"', 'l1\nl2'],
        ['', '3'],
      ],
    });
    expect(csvTable('a,\n')).toMatchObject({ columns: ['a', ''], rows: [] });
    expect(csvTable('a,"b')).toBeUndefined();
  });
  it('come from arrays of flat objects only', () => {
    expect(objectTable([{ a: 1 }, { b: null }])).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        ['1', ''],
        ['', 'null'],
      ],
    });
    for (const value of [[], [1], [{ a: {} }], {}, [{}]]) expect(objectTable(value)).toBeUndefined();
  });
  it('are cut, and say so', () => {
    // Every item has names of its own: as many columns as there are texts, of which few are shown.
    const wide = objectTable(Array.from({ length: 20_000 }, (_, at) => ({ [`a${at}`]: 1, [`b${at}`]: 2 })));
    expect(wide).toMatchObject({ moreRows: 19_500, moreColumns: 39_960 });
    expect(objectTable(Array.from({ length: 510 }, () => ({ a: 1 })))?.moreRows).toBe(10);
  });
});

describe('exact text', () => {
  it('has the digits of the message', () => {
    expect(textAt('{"result":{"structuredContent":{"n":1.0}}}', ['result', 'structuredContent'])).toBe('{"n":1.0}');
    expect(textAt('{"a":1,"a":2}', ['a'])).toBe('2');
    expect(textAt('[]', ['a'])).toBeUndefined();
  });
});
