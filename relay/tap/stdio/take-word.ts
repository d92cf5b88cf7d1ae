/** What those who may command a tap say, carried out by its judge. */
import type { Direction } from '#shared/recording';
import type { Judge } from '../judge/index.ts';
import type { Word } from './copy.ts';

export type Command = Exclude<Word, { readonly is: 'written' }>;

/** `inject` sends a person's message. Gives why the command can't be carried out. */
export function takeWord(
  judge: Judge,
  word: Command,
  inject: (dir: Direction, text: string, x: number | undefined) => string | undefined,
): string | undefined {
  if (word.is === 'gone') judge.gone(word.controllerId);
  else if (word.is === 'verdict') return judge.verdict(word.key, word.verdict);
  else if (word.command.type === 'orders') judge.orders(word.controllerId, word.command.orders);
  else return inject(word.command.to === 'server' ? 'c2s' : 's2c', word.command.text, word.x);
  return undefined;
}
