/** Whoever commands a tap over its socket, and what the recording says of it meanwhile. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { textOf, type WireEvent } from '#shared/recording';
import type { TapCommand } from '#shared/tap';
import { eventually } from '../../relay/support/page.ts';
import type { Hosted } from './tapped.ts';

/** The file of the only recording under a home; its marker has this ending in addition. */
const fileUnder = (home: string, ending: string): string | undefined => {
  const folder = join(home, 'recordings');
  const name = existsSync(folder) ? readdirSync(folder).find((each) => each.endsWith(ending)) : undefined;
  return name === undefined ? undefined : join(folder, name);
};

/** Where the tap takes commands, once it does. */
export const controlUnder = (home: string): Promise<string> =>
  eventually(() => {
    const marker = fileUnder(home, '.mcprec.live');
    return marker === undefined ? undefined : readFileSync(marker, 'utf8').split('\n')[2] || undefined;
  });

/** The events of the only recording, as far as whole lines of it are written. */
export function eventsUnder(home: string): WireEvent[] {
  const path = fileUnder(home, '.mcprec');
  if (path === undefined) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(1, -1);
  return lines.flatMap((line) => {
    const value = JSON.parse(line) as WireEvent;
    return 's' in value ? [value] : [];
  });
}

/** What a recording says of messages and acts, in short: `0 c2s client {"id":1…}`, `hold 0 user`. */
export function told(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.k === 'message') {
      const { dir, leg = 'both', of, by } = event;
      return [
        `${event.s} ${dir} ${leg}${of === undefined ? '' : ` of ${of}`}${by === undefined ? '' : ` by ${by}`} ${textOf(event).slice(0, 200)}`,
      ];
    }
    if (event.k !== 'tap') return [];
    const { act, at, by, rule } = event;
    return [[act, at, by, rule].filter((each) => each !== undefined).join(' ')];
  });
}

export class Commander {
  readonly #home: string;
  readonly #socket: Socket;
  readonly #answers: ((answer: { readonly refused?: string }) => void)[] = [];

  private constructor(home: string, socket: Socket) {
    this.#home = home;
    this.#socket = socket;
    let rest = '';
    socket.setEncoding('utf8').on('data', (data: string) => {
      const lines = (rest + data).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#answers.shift()?.(JSON.parse(line) as { refused?: string });
    });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }

  static async of({ home }: Pick<Hosted, 'home'>): Promise<Commander> {
    return new Commander(home, connect(await controlUnder(home)));
  }

  /** Resolves with the answer of the tap. */
  tell(command: TapCommand | { readonly type: string }, recording?: string): Promise<{ readonly refused?: string }> {
    return this.write(`${JSON.stringify({ command, recording })}\n`);
  }

  write(text: string): Promise<{ readonly refused?: string }> {
    this.#socket.write(text);
    return new Promise((resolve) => void this.#answers.push(resolve));
  }

  /** Hold what fits this. */
  async hold(when: string, limit = 60_000): Promise<void> {
    await this.tell({ type: 'orders', orders: { breakpoints: [{ when }], rules: [], limit } });
  }

  /** The event of message number `n` that waited, once it does. */
  held(n = 0): Promise<number> {
    return eventually(() => {
      const holds = eventsUnder(this.#home).filter((event) => event.k === 'tap' && event.act === 'hold');
      const hold = holds[n];
      return hold?.k === 'tap' && hold.at !== undefined ? { at: hold.at } : undefined;
    }).then(({ at }) => at);
  }

  gone(): void {
    this.#socket.destroy();
  }
}
