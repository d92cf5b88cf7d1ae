/** Whole recordings from bare messages. */
import type { EventBody, HeldRecording as Recorded, RecordingHeader } from '#shared/recording';

export const HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'a1b2',
  title: 'test',
  startedAt: '2026-11-20T10:00:00.000Z',
  by: { name: 'test', version: '1' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'server', args: [] },
};

/** A recording of these events, each a millisecond after the one before. */
export function recordedOf(bodies: readonly EventBody[]): Recorded {
  return { header: HEADER, events: bodies.map((body, s) => ({ ...body, s, t: s * 1000 })) };
}

/** The same recording with its closing line. */
export const closed = (recorded: Recorded): Recorded => ({
  ...recorded,
  footer: { footer: true, events: recorded.events.length, reason: 'finished' },
});

/** A recording of messages: the client's texts or values, and the server's after `<`. */
export function recordedTexts(...texts: readonly string[]): Recorded {
  return recordedOf(
    texts.map((text) =>
      text.startsWith('<')
        ? { k: 'message', dir: 's2c', raw: text.slice(1) }
        : { k: 'message', dir: 'c2s', by: 'user', raw: text },
    ),
  );
}

/** A request of the client and the server's answer to it, as `recordedTexts` takes them. */
export function asked(id: number, method: string, params: unknown, answer: unknown): [string, string] {
  const result = isAnswer(answer) ? answer : { result: answer };
  return [
    JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }),
    `<${JSON.stringify({ jsonrpc: '2.0', id, ...result })}`,
  ];
}
const isAnswer = (answer: unknown): answer is { readonly error: unknown } =>
  typeof answer === 'object' && answer !== null && 'error' in answer;

/** A call of a tool and its one text. */
export function called(id: number, name: string, args: unknown, text: string): [string, string] {
  return asked(id, 'tools/call', { name, arguments: args }, { content: [{ type: 'text', text }] });
}
