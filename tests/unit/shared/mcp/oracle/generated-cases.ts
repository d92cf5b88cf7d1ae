/** Messages to judge: many generated ones, fitting, broken, and made for other revisions. */
import { methodsOf } from '#shared/mcp';
import { messageOf, resultsOf, revisionSchema, SCHEMA_REVISIONS, type SchemaRevision } from '#shared/mcp/schema';
import { everyFault, Generator, mutated, randomFrom, vocabulary, type Random } from './generate.ts';
import { isMembers, Official, officialDefinitions, type Case } from './official.ts';

/** Everything a revision's schemas can make: requests, notifications, results and errors, by both descriptions. */
class Maker {
  readonly #ours: Generator;
  readonly #theirs: Generator;
  readonly #official: Official;
  readonly #revision: SchemaRevision;
  readonly #random: Random;

  constructor(revision: SchemaRevision, random: Random) {
    this.#revision = revision;
    this.#random = random;
    this.#ours = new Generator(revisionSchema(revision).$defs, random);
    this.#theirs = new Generator(officialDefinitions(revision), random);
    this.#official = new Official(revision);
  }

  /** One message of each kind that there is. */
  round(): Case[] {
    return [...this.#calls(), ...this.#answers(), ...this.#errors()];
  }

  #calls(): Case[] {
    const envelope = (kind: 'request' | 'notification'): object => ({
      jsonrpc: '2.0',
      ...(kind === 'request' ? { id: this.#random.pick([1, 0, 'a', '']) } : {}),
    });
    const ours = (['client', 'server'] as const).flatMap((sender) =>
      methodsOf(this.#revision, sender).map(({ method }): Case => {
        const definition = messageOf(this.#revision, method)?.definition ?? '';
        return { message: this.#ours.of(definition), context: { sender } };
      }),
    );
    const theirs = this.#official.calls.map(({ sender, definition }): Case => {
      const kind = definition.endsWith('Request') ? 'request' : 'notification';
      return { message: { ...envelope(kind), ...(this.#theirs.of(definition) as object) }, context: { sender } };
    });
    return [...ours, ...theirs];
  }

  #answers(): Case[] {
    const sides = [
      ['client', 'server'],
      ['server', 'client'],
    ] as const;
    return sides.flatMap(([asks, sender]) =>
      methodsOf(this.#revision, asks).flatMap(({ method }) => {
        const answer = (result: unknown, name: string): Case => ({
          message: { jsonrpc: '2.0', id: this.#random.pick([1, 'a']), result },
          context: { sender, answers: method, asTask: name === 'CreateTaskResult' },
        });
        return [
          ...resultsOf(this.#revision, method).map((name) => answer(this.#ours.of(name), name)),
          ...this.#official.resultsOf(method).map((name) => {
            const made = this.#theirs.of(name) as object;
            const asks = name === 'InputRequiredResult' ? { resultType: 'input_required' } : {};
            return answer({ ...made, ...asks }, name);
          }),
        ];
      }),
    );
  }

  #errors(): Case[] {
    const names = ['JSONRPCError', 'JSONRPCErrorResponse', 'URLElicitationRequiredError', 'HeaderMismatchError'];
    const more = ['MissingRequiredClientCapabilityError', 'UnsupportedProtocolVersionError'];
    return [...names, ...more].flatMap((name) =>
      [this.#ours, this.#theirs]
        .filter((generator) => generator.has(name))
        .map((generator): Case => ({ message: generator.of(name), context: { sender: 'server' } })),
    );
  }
}

/** At least `least` generated messages for one revision: fitting ones, broken ones, and ones made for other revisions. */
export function generatedCases(revision: SchemaRevision, least: number, seed: number): Case[] {
  const random = randomFrom(seed);
  const own = new Maker(revision, random);
  const others = SCHEMA_REVISIONS.filter((each) => each !== revision).map((each) => new Maker(each, random));
  const { names, constants } = vocabulary([officialDefinitions(revision), revisionSchema(revision)]);
  const made: Case[] = [];
  for (let round = 0; made.length < least; round += 1) {
    const fitting = own.round();
    const broken = [...fitting, ...fitting].map(({ message, context }): Case => {
      const once = mutated(message, random, names, constants);
      return { message: random.next() < 0.2 ? mutated(once, random, names, constants) : once, context };
    });
    const moved = round % 3 === 0 ? random.pick(others).round() : [];
    const batch = {
      message: fitting.slice(0, round % 4).map(({ message }) => message),
      context: { sender: 'client' as const },
    };
    const mixed = fitting
      .filter(({ message }) => isMembers(message) && !('error' in message))
      .slice(round, round + 1)
      .map(({ message, context }) => ({
        message: { ...(message as object), error: { code: 1, message: 'x' } },
        context,
      }));
    made.push(...fitting, ...broken, ...moved, ...mixed, batch);
  }
  return made;
}

/** Each type that both descriptions name: full values by either, and every single fault in them. */
export function typeCases(revision: SchemaRevision, seed: number): Case[] {
  const random = randomFrom(seed);
  const { $defs } = revisionSchema(revision);
  const theirs = officialDefinitions(revision);
  const ours = new Generator($defs, random);
  const official = new Generator(theirs, random);
  const context = { sender: 'client' } as const;
  return Object.keys($defs)
    .filter((type) => Object.hasOwn(theirs, type))
    .flatMap((type) => {
      // Twice, because a union is made as another of its options each time.
      const values = [ours.full(type), official.full(type), official.full(type), official.of(type)];
      return values
        .flatMap((value) => [value, ...everyFault(value, random)])
        .map((message) => ({ message, context, type }));
    });
}
