/** Short messages at the edge of the page: what was saved, what could not be done. */

export interface NoticeAction {
  readonly title: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'error';
  readonly action?: NoticeAction;
}

class Notices {
  list: readonly Notice[] = $state.raw([]);
  #ids = 0;

  /** Show a sentence. Errors stay until they are dismissed; others go after some seconds, more where something can be done. */
  add(text: string, tone: Notice['tone'] = 'plain', action?: NoticeAction): void {
    const id = ++this.#ids;
    this.list = [...this.list, { id, text, tone, ...(action ? { action } : {}) }];
    if (tone === 'plain') setTimeout(() => this.remove(id), action ? 30_000 : 5000);
  }
  remove(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
