/** What is compared and what came of it. It stays while another screen is looked at. */
import { defined, errorText } from '#shared/base';
import {
  addMasks,
  DEFAULT_MASKS,
  type LatencyThreshold,
  type Masks,
  type PointerMask,
  type RunOnPurpose,
} from '#shared/compare';
import { fileOf, type Chosen, type SideName } from '../workspace/library/chosen.ts';
import type { SideFacts } from './compare.task.ts';
import type { RowVerdict } from './verdict-looks.ts';
import type { Overview } from './overview.ts';
import { withItem } from '../base/with-item.ts';
import { startTask } from '../base/start-task.ts';
import type { WorkerLink } from '../base/worker-link.ts';
import { meetBeside, readBeside, type Beside, type Met } from '../workspace/library/masks-beside.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { compareWords } from './words/index.ts';
import { notices } from '../base/notices.svelte.ts';

export interface SetOptions {
  readonly leaveOut?: ReadonlyMap<number, string>;
  /** B is a run of A: what it did otherwise on purpose. */
  readonly run?: RunOnPurpose;
  /** Those in use go on to apply, together with what stands beside A. */
  readonly masks?: Masks;
  /** Which of the two is A was not said: the older one is. */
  readonly byAge?: boolean;
}

export const PANELS = ['operations', 'diagrams', 'definitions', 'session', 'masks'] as const;
export type Panel = (typeof PANELS)[number];

export interface Result {
  readonly overview: Overview;
  readonly facts: { readonly [side in SideName]: SideFacts };
}

export interface Problem {
  readonly side?: SideName;
  /** A code with words for it, or a sentence. */
  readonly detail: string;
}

type CompareWorker = WorkerLink<typeof import('./compare.task.ts')>;

class Comparing {
  before: Chosen | undefined = $state.raw();
  after: Chosen | undefined = $state.raw();
  masks: Masks = $state.raw(DEFAULT_MASKS);
  /** What stands beside A as far as is known; undefined where nothing can stand there. */
  beside: Beside | undefined = $state.raw();
  result: Result | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  working = $state(false);
  panel: Panel = $state('operations');
  /** Verdicts that are shown; none chosen is all of them. */
  only: ReadonlySet<RowVerdict> = $state.raw(new Set());
  order: 'worst' | 'recorded' = $state('worst');
  search = $state('');
  /** Index of the row looked at, or -1. */
  selected = $state(-1);
  choosing: SideName | undefined = $state();
  latency: LatencyThreshold = $state.raw({ ratio: 2, ms: 50 });
  /** What is only told counts too; the order and the pages of lists count. */
  strict = $state(false);
  checkLists = $state(false);
  /** The two are put in the order of time once both are read. */
  byAge = $state(false);
  #leaveOut: ReadonlyMap<number, string> | undefined;
  #run: RunOnPurpose | undefined;
  /** The masks at hand were given for the two that are about to be read. */
  #given = false;
  #worker: CompareWorker | undefined;
  readonly #loaded = new Map<SideName, { readonly chosen: Chosen; readonly facts: SideFacts }>();
  /** Counts what was asked for, so that an answer to something older is dropped. */
  #asked = 0;

  /** The rows that the filter shows, as indexes into the overview's rows, in the order wanted. */
  readonly #visible: readonly number[] = $derived.by(() => {
    if (!this.result) return [];
    const { rows, worstFirst, inOrder } = this.result.overview;
    const order = this.order === 'worst' ? worstFirst : inOrder;
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    if (this.only.size === 0 && words.length === 0) return order;
    return order.filter((index) => {
      const row = rows[index];
      if (!row || (this.only.size > 0 && !this.only.has(row.verdict))) return false;
      const text = `${row.method ?? ''} ${row.about ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  });
  get visible(): readonly number[] {
    return this.#visible;
  }

  get worker(): CompareWorker {
    return (this.#worker ??= startTask('compare'));
  }

  side(name: SideName): Chosen | undefined {
    return name === 'before' ? this.before : this.after;
  }

  set(
    before: Chosen | undefined,
    after: Chosen | undefined,
    { leaveOut, run, masks, byAge = false }: SetOptions = {},
  ): void {
    this.byAge = byAge;
    this.before = before;
    this.after = after;
    this.#leaveOut = leaveOut;
    this.#run = run;
    if (masks) this.masks = masks;
    this.#given = masks !== undefined;
    this.only = new Set();
    this.search = '';
    this.forget();
    void this.run();
  }

  /** Put another recording on one side. What was left out of another run says nothing about it. */
  choose(name: SideName, chosen: Chosen): void {
    this.choosing = undefined;
    const { byAge } = this;
    this.set(name === 'before' ? chosen : this.before, name === 'after' ? chosen : this.after, { byAge });
  }

  swap(): void {
    this.set(this.after, this.before, { masks: this.masks });
  }

  again(): Promise<void> {
    this.#loaded.clear();
    return this.run();
  }

  mask(masks: Masks): void {
    this.masks = masks;
    void this.run();
  }
  addMasks(more: readonly PointerMask[]): void {
    this.mask(addMasks(this.masks, more));
  }

  toggle(verdict: RowVerdict): void {
    this.only = withItem(this.only, verdict);
  }

  /** What is shown belongs to other recordings. */
  forget(): void {
    this.result = undefined;
    this.selected = -1;
    this.problem = undefined;
  }

  /** Put to use what stands beside A. False when something else was asked for meanwhile. */
  async #readBeside(chosen: Chosen, asked: number): Promise<boolean> {
    const found = await readBeside(chosen);
    if (asked !== this.#asked) return false;
    const met = meetBeside(found, { known: this.beside, masks: this.masks, given: this.#given });
    this.beside = met.beside;
    this.masks = met.masks;
    sayBeside(met, (masks) => this.mask(masks));
    return true;
  }

  async run(): Promise<void> {
    const asked = ++this.#asked;
    const { before, after } = this;
    this.problem = undefined;
    if (!before || !after) return;
    this.working = true;
    let side: SideName | undefined;
    try {
      for (side of ['before', 'after'] as const) {
        const chosen = side === 'before' ? before : after;
        if (this.#loaded.get(side)?.chosen === chosen) continue;
        this.#loaded.delete(side);
        if (side === 'before' && !(await this.#readBeside(chosen, asked))) return;
        const file = await fileOf(chosen);
        if (asked !== this.#asked) return;
        const facts = await this.worker.ask('read', side, file);
        if (asked !== this.#asked) return;
        this.#loaded.set(side, { chosen, facts });
      }
      side = undefined;
      const times = (['before', 'after'] as const).map((name) => this.#loaded.get(name)?.facts.startedAt ?? '');
      if (this.byAge && times.join() !== times.toSorted().join()) return this.set(after, before);
      this.byAge = false;
      this.#given = false;
      const overview = await this.worker.ask('compare', {
        masks: this.masks,
        latency: this.latency,
        strict: this.strict,
        checkLists: this.checkLists,
        ...defined({ leaveOut: this.#leaveOut, run: this.#run }),
      });
      const facts = { before: this.#loaded.get('before')?.facts, after: this.#loaded.get('after')?.facts };
      if (asked !== this.#asked || !facts.before || !facts.after) return;
      this.result = { overview, facts: { before: facts.before, after: facts.after } };
      if (this.selected >= overview.rows.length) this.selected = -1;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.result = undefined;
      this.problem = { detail: errorText(error), ...defined({ side }) };
    } finally {
      if (asked === this.#asked) this.working = false;
    }
  }
}

export const comparing = new Comparing();

function sayBeside({ beside, news, replaced }: Met, use: (masks: Masks) => void): void {
  if (!beside || !news) return;
  const t = compareWords.now;
  const { masks, problem } = beside;
  const back = replaced && { title: words.now.library.undo, run: (): void => use(replaced) };
  if (masks) notices.add(t.masksBeside(masks.pointers.length, masks.off.length), 'plain', back);
  if (problem !== undefined) notices.add(masks ? t.masksProblems(problem) : t.masksBesideUnread(problem), 'error');
}
