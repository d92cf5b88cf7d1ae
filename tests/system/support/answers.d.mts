interface Message {
  readonly method: string;
  readonly id?: unknown;
  readonly params?: object;
}
interface Options {
  readonly offer?: string;
  readonly nextCursor?: string;
}
export function answerText(message: Message, line: string, options?: Options): string;
export function errorText(id: unknown, code: number, message: string): string;
export function logText(data: unknown): string;
export function resultText(id: unknown, result: object): string;
export function sizedResult(id: unknown, bytes: number): Iterable<string>;
export function textResult(text: string): { readonly content: readonly object[] };
