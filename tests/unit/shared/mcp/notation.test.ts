import { describe, expect, test } from 'vitest';
import { readNotation } from '../../../../shared/mcp/schema/notation.ts';

const FRAGMENTS = `
requestEnvelope
  id: integer # Its id.
requestMeta
  _meta?: Notes # Beside the parameters.
named
  name: string=example # Its name.
resultKind
  kind: "whole" # Which kind.
resultMeta
  _meta?: Notes # Beside the result.
`;

describe('the notation of messages', () => {
  test('gives members with their types, spans and docs', () => {
    const { definitions } = readNotation(`${FRAGMENTS}
Thing @2025-06-18.. # A thing.
  ...named @..2025-11-25
  size?: integer(0..) # How large.
  when name = big: size`);
    expect(definitions).toEqual({
      Thing: {
        since: '2025-06-18',
        doc: 'A thing.',
        shape: {
          kind: 'object',
          fields: {
            name: {
              until: '2025-11-25',
              shape: { kind: 'string', example: 'example' },
              doc: 'Its name.',
              required: [{}],
            },
            size: { shape: { kind: 'integer', minimum: 0 }, doc: 'How large.', required: [] },
          },
          when: [{ field: 'name', is: 'big', require: ['size'] }],
        },
      },
    });
  });

  test('puts the parts of every request and result around its own', () => {
    const { definitions, messages } = readNotation(`${FRAGMENTS}
result GetThingResult # It.
  thing: Thing # The thing.
request thing/get GetThing @2025-11-25 -> GetThingResult # Gets it.
  ...named`);
    expect(messages).toEqual([
      {
        kind: 'request',
        method: 'thing/get',
        definition: 'GetThingRequest',
        results: ['GetThingResult'],
        since: '2025-11-25',
        until: '2025-11-25',
      },
    ]);
    const members = (name: string): readonly string[] => {
      const shape = definitions[name]?.shape;
      return shape?.kind === 'object' ? Object.keys(shape.fields) : [];
    };
    expect(members('GetThingResult')).toEqual(['kind', 'thing', '_meta']);
    expect(members('GetThingRequest')).toEqual(['id', 'method', 'params']);
    expect(members('GetThingRequestParams')).toEqual(['name', '_meta']);
  });

  test.each([
    ['a type that nobody named', 'Thing: unknown # A thing.', 'Type unknown'],
    ['a fragment that nobody named', 'Thing # A thing.\n  ...lost', 'Fragment lost'],
    ['a member two steps in', 'Thing # A thing.\n    name: string # Its name.', 'Indentation'],
  ])('refuses %s', (_, text, said) => {
    expect(() => readNotation(text)).toThrow(said);
  });
});
