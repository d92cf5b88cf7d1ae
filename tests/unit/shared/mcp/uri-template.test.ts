import { describe, expect, it } from 'vitest';
import { expandTemplate, explodedVariables, templateVariables } from '#shared/mcp';

const VALUES = new Map<string, unknown>([
  ['count', ['one', 'two', 'three']],
  ['dom', ['example', 'com']],
  ['list', ['red', 'green', 'blue']],
  ['keys', { semi: ';', dot: '.', comma: ',' }],
  ['none', []],
  ['nothing', {}],
  ['number', 7],
  ['var', 'value'],
  ['hello', 'Hello World!'],
  ['path', '/foo/bar'],
  ['empty', ''],
  ['x', '1024'],
  ['y', '768'],
  ['half', '50%'],
  ['encoded', '50%25'],
  ['ü', 'never: not a name'],
]);

describe('expansion (RFC 6570)', () => {
  // Sections 3.2.2 to 3.2.9 for simple values.
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['{x,y}', '1024,768'],
    ['{x,empty}', '1024,'],
    ['?{x,undef}', '?1024'],
    ['{var:3}', 'val'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{+encoded}', '50%25'],
    ['{+path}/here', '/foo/bar/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['X{.var}', 'X.value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{/var,empty}', '/value/'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?x,undef}', '?x=1024'],
    ['{?undef}', ''],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['demo://resource/{undef}', 'demo://resource/'],
  ])('%s is %s', (template, expected) => {
    expect(expandTemplate(template, VALUES)).toBe(expected);
  });

  // Sections 3.2.2 to 3.2.9 for lists and pairs.
  it.each([
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
    ['{+list}', 'red,green,blue'],
    ['{+keys}', 'semi,;,dot,.,comma,,'],
    ['{+keys*}', 'semi=;,dot=.,comma=,'],
    ['{#keys*}', '#semi=;,dot=.,comma=,'],
    ['www{.dom*}', 'www.example.com'],
    ['X{.list}', 'X.red,green,blue'],
    ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
    ['{/list}', '/red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
    ['{;list}', ';list=red,green,blue'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
    ['{?list}', '?list=red,green,blue'],
    ['{?count*}', '?count=one&count=two&count=three'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
    ['{&x,list*}', '&x=1024&list=red&list=green&list=blue'],
    ['{?none,nothing*}', ''],
    ['{?x,none}', '?x=1024'],
    ['{number}', '7'],
  ])('%s of a list or pairs is %s', (template, expected) => {
    expect(expandTemplate(template, VALUES)).toBe(expected);
  });

  it('encodes by UTF-8, also what is outside the basic plane and half a pair', () => {
    expect(expandTemplate('{a}', new Map([['a', 'é😀\ud800']]))).toBe('%C3%A9%F0%9F%98%80%EF%BF%BD');
  });

  it('leaves what is no expression', () => {
    expect(expandTemplate('a{}b{ü}c{', VALUES)).toBe('a{}b{ü}c{');
  });
});

describe('variables', () => {
  it('are named once each, in order', () => {
    expect(templateVariables('file:///{+dir}/{name:8}{?q*,dir}')).toEqual(['dir', 'name', 'q']);
    expect(templateVariables('plain://x')).toEqual([]);
    expect([...explodedVariables('file:///{+dir}/{name:8}{?q*,dir}')]).toEqual(['q']);
  });
});
