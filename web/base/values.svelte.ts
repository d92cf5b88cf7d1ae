/**
 * What outlives a page, by names that the page makes: values of variables and headers, other secrets a person gave, and all of
 * `kept-state.ts`. It is never in the storage of a page that a relay serves, because that belongs to a launch, or to whichever
 * program has the port: the relay keeps it. Without a relay secrets live as long as the tab.
 */
import { parsedJson } from '#shared/jsonrpc';
import { errorText } from '#shared/base';
import type { ValueChanges } from '#shared/relay-protocol';

type Kept = Readonly<Record<string, string>>;

export interface Keeper {
  read(): Promise<Kept>;
  /** Rejects with a sentence when they can't be kept. */
  write(changes: ValueChanges, lasting: boolean): Promise<void>;
}

interface Unwritten {
  readonly changes: ValueChanges;
  readonly lasting: boolean;
  readonly written: () => void;
}

/** What the relay put into the page, so that it is there before the page is first drawn; undefined where it did not. */
function served(): Kept | undefined {
  const meta = typeof document === 'undefined' ? null : document.querySelector('meta[name="lifeline-values"]');
  return parsedJson(meta?.getAttribute('content') ?? '') as Kept | undefined;
}

class Values {
  /** Told the words of a keeper that refuses. */
  onRefused: (detail: string) => void = () => undefined;
  readonly #served = served();
  #kept: Kept = $state.raw(this.#served ?? {});
  #keeper: Keeper | undefined;
  #unwritten: Unwritten[] = [];
  #settle: () => void = () => undefined;
  /** Ends when the values of before are here, or when they can't be had for now. */
  readonly ready = new Promise<void>((resolve) => (this.#settle = resolve));
  /** Ends when those are here without which nothing is drawn. */
  readonly first = this.#served ? Promise.resolve() : this.ready;

  get(name: string): string | undefined {
    return Object.hasOwn(this.#kept, name) ? this.#kept[name] : undefined;
  }

  /** Names that begin so, with their values: what was put last is at the end. Reactive. */
  under(prefix: string): readonly (readonly [name: string, value: string])[] {
    return Object.entries(this.#kept).filter(([name]) => name.startsWith(prefix));
  }

  /**
   * Keep, replace or (null) forget values, here at once. Without `lasting` they are forgotten with the relay. Ends when they
   * are kept, which needs a keeper; a keeper that refuses is told to the person,
   * and asked again later.
   */
  put(changes: ValueChanges, lasting: boolean): Promise<void> {
    this.#kept = changed(this.#kept, changes);
    return new Promise((written) => {
      this.#unwritten.push({ changes, lasting, written });
      void this.#write();
    });
  }

  /** From now on values are kept by `keeper`; what it has is taken up, and it is given what was put meanwhile. */
  async keepWith(keeper: Keeper): Promise<void> {
    try {
      let kept = await keeper.read();
      for (const { changes } of this.#unwritten) kept = changed(kept, changes);
      this.#kept = kept;
      this.#keeper = keeper;
      await this.#write();
    } catch (error) {
      this.onRefused(errorText(error));
    } finally {
      this.#settle();
    }
  }

  /** The keeper can't be reached. What is here stays. */
  keepAlone(): void {
    this.#keeper = undefined;
    this.#settle();
  }

  async #write(): Promise<void> {
    const keeper = this.#keeper;
    if (!keeper) return;
    for (const each of this.#unwritten.splice(0))
      await keeper.write(each.changes, each.lasting).then(each.written, (error: unknown) => {
        this.onRefused(errorText(error));
        const changes = this.#current(each.changes);
        // Tried again with what is put next, or with the next keeper.
        if (Object.keys(changes).length > 0) this.#unwritten.push({ ...each, changes });
        else each.written();
      });
  }

  /** Those of some changes that were not followed by others. */
  #current(changes: ValueChanges): ValueChanges {
    return Object.fromEntries(Object.entries(changes).filter(([name, value]) => (this.get(name) ?? null) === value));
  }
}

function changed(values: Kept, changes: ValueChanges): Kept {
  const others = Object.entries(values).filter(([name]) => !Object.hasOwn(changes, name));
  const given = Object.entries(changes).filter((each): each is [string, string] => each[1] !== null);
  return Object.fromEntries([...others, ...given]);
}

export const values = new Values();
