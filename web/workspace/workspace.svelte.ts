/** The sessions open in this tab of the browser, side by side, and which one is looked at. */
import { errorText } from '#shared/base';
import type { Policy } from '#shared/driver';
import { labelledHeader } from '#shared/library';
import type { RecordingHeader, RecordingProblem } from '#shared/recording';
import type { ConnectSpec, HttpSpec, SessionSummary } from '#shared/relay-protocol';
import { CLIENT } from '../base/client.ts';
import { lockTab } from '../base/tab-lock.ts';
import {
  keepAuthorizationSecrets,
  withAuthorizationSecrets,
  withoutAuthorizationSecrets,
} from './authorization-secrets.ts';
import { rememberOnceConnected } from './attempted.svelte.ts';
import type { Diagnose } from '../session/direct/direct-source.svelte.ts';
import { withModelKey, withoutModelKey } from '../session/model-key.ts';
import { notices } from '../base/notices.svelte.ts';
import { newId } from '../base/new-id.ts';
import { RelayLink } from '../session/relay/relay-link.svelte.ts';
import { savedViewState } from '../session/saved-view-state.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { keepValues } from './keep-values.svelte.ts';
import type { SavedServer } from '../session/servers.svelte.ts';
import {
  lacksValues,
  notStored,
  putFile,
  putSession,
  removeSession,
  specOf,
  storedSession,
} from '../session/direct/store.ts';
import { keepTabs, putBack, readTabs, type Tab } from './kept-tabs.ts';
import { tellUnsent } from './unsent.ts';

/** What makes views comes with the first session. Rejects with a sentence when it can't be fetched; the next call tries again. */
type Views = typeof import('./views.ts');
export type Screen = 'connect' | 'library' | 'compare' | 'profile' | 'rerun';

class Workspace {
  readonly link = new RelayLink();
  views: readonly SessionView[] = $state.raw([]);
  /** The view looked at; undefined shows a screen of the page’s own. */
  active: SessionView | undefined = $state.raw();
  screen: Screen = $state('connect');
  /** A session was opened, or is about to be: what shows one can be fetched meanwhile. */
  opens = $state(false);
  /** True until the tabs of before a reload are back. */
  restoring = $state(true);
  /** The tabs of before a reload, whose order stays whatever comes back first. */
  #before: readonly Tab[] = [];
  /** Relay sessions that were in this tab before a reload and are expected back. */
  #expected = new Set<string>();
  /** Stored sessions that are this page's to host and to remove. */
  readonly #locked = new Set<string>();
  /** Relay sessions without a tab that were told to end: nobody looks at them afterwards. */
  readonly #stopping = new Set<string>();
  /** Resolves when the tabs of before a reload are back. */
  readonly restored: Promise<void>;
  /** Stored sessions of before a reload that are on their way back. */
  #returning: ReadonlySet<string> = new Set();
  /** Opened files that nobody keeps. */
  readonly #temporary = new Set<string>();
  /** Tabs of before a reload whose views could not be fetched: they stay for the next reload. */
  readonly #unrestored = new Set<string>();
  #notFetchedTold = false;
  /** What was looked at before a reload, until it is back or a person looks at something else. */
  #wanted: string | undefined;
  readonly #diagnose: Diagnose = async (request) =>
    (await import('../session/direct/diagnose.ts')).diagnose(request, this.link);

  constructor() {
    this.link.onSessions = () => void this.#meetSessions();
    this.link.onUnsent = tellUnsent;
    this.link.onUnreadable = (detail) => notices.add(words.now.app.frameUnreadable(detail), 'error');
    keepValues(this.link);
    this.restored = this.#restore();
  }

  get(id: string): SessionView | undefined {
    return this.views.find((view) => view.id === id);
  }

  /** True for a session that is open here, or was before a reload and is on its way back. */
  expects(id: string | undefined): boolean {
    return id !== undefined && (this.get(id) !== undefined || readTabs().open.some((tab) => tab.id === id));
  }

  /** Leads to the relay that keeps what this page records; undefined where none serves it. */
  get keeper(): RelayLink | undefined {
    return this.link.status === 'absent' ? undefined : this.link;
  }

  show(view: SessionView | undefined, screen: Screen = 'connect'): void {
    this.screen = screen;
    this.#look(view);
  }

  /** Connect to a server (stdio: by the relay), and remember it once it answered. Rejects with a sentence when the relay refuses. */
  async connect(server: SavedServer, { remember = true }: { readonly remember?: boolean } = {}): Promise<SessionView> {
    const { name, spec: given, route, policy } = server;
    keepAuthorizationSecrets(given);
    const view = await this.#begun(name, withAuthorizationSecrets(given), route, withModelKey(policy));
    if (remember) rememberOnceConnected(view, server);
    return view;
  }

  async #begun(name: string, spec: ConnectSpec, route: SavedServer['route'], policy: Policy): Promise<SessionView> {
    if (spec.transport === 'streamable-http' && route === 'direct') return this.#connectDirect(name, spec, policy);
    const views = await this.#loadViews();
    const { session } = await this.link.ask({ type: 'open', spec, policy, title: name }, 'opened');
    // The relay's list and its reply may come in either order.
    return this.#adopt(views, session.id, session.header);
  }

  async openRecording(id: string, header: RecordingHeader): Promise<SessionView> {
    return this.#adopt(await this.#loadViews(), id, header);
  }

  /** Open a recording file. Gives the problem when it cannot be read from its first line; a cut file opens. */
  async openFile(file: Blob, name: string): Promise<SessionView | RecordingProblem> {
    const { fileView, readFile } = await this.#loadViews();
    const id = `file-${newId()}`;
    await this.#lock(id);
    let done = (): void => undefined;
    const whole = new Promise<void>((resolve) => (done = resolve));
    let stored: Promise<void> | undefined;
    try {
      const begin = (given: RecordingHeader): SessionView => {
        const header = { ...given, title: given.title || name };
        this.#temporary.add(id);
        const view = fileView(id, header, whole, this.keeper);
        stored = putFile({ id, header, kind: 'file', reading: true }, file).catch(notStored);
        return this.#add(view);
      };
      return await readFile(file, id, begin, (view) => this.views.includes(view));
    } finally {
      await stored;
      done();
    }
  }

  /** Close a tab. A direct session ends, its recording stays; a relay session goes on; unkept files are forgotten. */
  close(view: SessionView): void {
    const index = this.views.indexOf(view);
    this.views = this.views.filter((other) => other !== view);
    view.end();
    savedViewState(view).forget();
    // What is still being read of a file is stored before it is removed.
    if (this.#locked.has(view.id) && this.#temporary.has(view.id))
      void view.read.then(() => removeSession(view.id)).catch(notStored);
    if (this.active === view) this.active = this.views[Math.min(index, this.views.length - 1)];
    this.#remember();
  }

  /** End a session that runs, whether or not it has a tab here. */
  stop(id: string): void {
    const view = this.get(id);
    if (view) return view.source.close();
    this.#stopping.add(id);
    this.link.send({ type: 'close', session: id });
  }

  /** True when this page may host the stored session and remove it: no other page can. */
  isMine(id: string): boolean {
    return this.#locked.has(id);
  }

  /** Whether the browser keeps an opened file when its tab is closed. */
  keep(id: string, kept: boolean): void {
    if (kept) this.#temporary.delete(id);
    else if (this.get(id)) this.#temporary.add(id);
  }

  /** Show a session from the browser's storage. Gives undefined when it is not there. Rejects when it can't be read. */
  async openStored(id: string): Promise<SessionView | undefined> {
    if (this.#returning.has(id)) await this.restored;
    const stored = this.get(id) ? undefined : await storedSession(id);
    const read = stored && (await (await this.#loadViews()).shownView(stored, await this.#lock(id), this.keeper));
    const view = this.get(id) ?? read;
    if (view && this.views.includes(view)) this.show(view);
    else if (view) this.#add(view);
    return view;
  }

  async #loadViews(): Promise<Views> {
    this.opens = true;
    return import('./views.ts').catch(() => Promise.reject(new Error(words.now.common.notFetched)));
  }

  #add(view: SessionView): SessionView {
    this.views = [...this.views, view];
    this.#look(view);
    return view;
  }

  #look(view: SessionView | undefined): void {
    this.#wanted = undefined;
    this.active = view;
    this.#remember();
  }

  #adopt(views: Views, id: string, header: RecordingHeader): SessionView {
    const known = this.get(id);
    if (!known) return this.#add(this.#relayView(views, id, header));
    this.show(known);
    return known;
  }

  /** Take up a session of before a reload; what is looked at stays, unless it is to be shown or was looked at then. */
  #adoptBack(views: Views, id: string, header: RecordingHeader, show = false): void {
    const view = this.#relayView(views, id, header);
    this.views = putBack(this.views, view, this.#before);
    if (show || id === this.#wanted) this.#look(view);
  }

  #relayView({ relayView }: Views, id: string, header: RecordingHeader): SessionView {
    const view = relayView(this.link, id, header);
    view.ending = { problem: this.link.sessions.find((session) => session.id === id)?.problem };
    return view;
  }

  async #connectDirect(title: string, spec: HttpSpec, policy: Policy): Promise<SessionView> {
    // What hosts a session comes with the first one that the page hosts.
    const [{ SessionView }, { DirectSource }] = await Promise.all([
      this.#loadViews(),
      import('../session/direct/direct-source.svelte.ts'),
    ]);
    const began = Date.now();
    const id = newId();
    await this.#lock(id);
    const header: RecordingHeader = {
      mcprec: 1,
      id,
      title,
      startedAt: new Date(began).toISOString(),
      by: CLIENT,
      route: 'direct',
      connection: {
        transport: 'streamable-http',
        url: spec.url,
        headerNames: spec.headers.map(([name]) => name),
      },
    };
    const resume = { spec: withoutAuthorizationSecrets(spec), policy: withoutModelKey(policy), began };
    const begin = (): Promise<void> => putSession({ id, header, kind: 'direct', resume, marked: true });
    const options = { spec, policy, began, begin, diagnose: this.#diagnose, link: this.keeper };
    const view = this.#add(new SessionView(id, header, (added) => new DirectSource(added, options)));
    view.source.open?.();
    return view;
  }

  /** The relay said which sessions it has: take up those of this tab, and those that the command line asked to show. */
  async #meetSessions(): Promise<void> {
    const isWanted = ({ id, show }: SessionSummary): boolean =>
      this.get(id) === undefined && (this.#expected.has(id) || show === true);
    const views = this.link.sessions.some(isWanted) ? await this.#viewsOrNotice() : undefined;
    for (const session of this.link.sessions) {
      const { id, header, show, live, problem } = session;
      const open = this.get(id);
      if (open && open.ending.problem !== problem) open.ending = { problem };
      if (!live && this.#stopping.delete(id) && !open) this.link.send({ type: 'forget', session: id });
      if (!views || !isWanted(session)) continue;
      this.#expected.delete(id);
      this.#adoptBack(views, id, header, show);
    }
    this.#remember();
    if (this.link.status === 'open' && this.#expected.size > 0) void this.#meetRecordings();
  }

  /** Sessions of this tab that an earlier launch of the relay hosted: their recordings are still on its disk. */
  async #meetRecordings(): Promise<void> {
    const views = await this.#viewsOrNotice();
    if (!views) return;
    const { recordings } = await this.link.ask({ type: 'recordings' }, 'recordings').catch(() => ({ recordings: [] }));
    for (const { id, header, meta } of recordings) {
      if (!this.#expected.delete(id) || this.get(id)) continue;
      this.#adoptBack(views, id, labelledHeader(header, meta));
    }
    this.#remember();
  }

  async #lock(id: string): Promise<boolean> {
    const mine = await lockTab(id);
    if (mine) this.#locked.add(id);
    return mine;
  }

  async #restore(): Promise<void> {
    const tabs = readTabs();
    this.#before = tabs.open;
    this.#wanted = tabs.active;
    // The relay may list its sessions while stored ones are read.
    for (const { id, kind } of tabs.open) if (kind === 'relay') this.#expected.add(id);
    this.#returning = new Set(tabs.open.flatMap(({ id }) => (this.#expected.has(id) ? [] : [id])));
    const views = this.#returning.size > 0 ? await this.#viewsOrNotice() : undefined;
    for (const id of this.#returning) {
      if (!views) {
        this.#unrestored.add(id);
        continue;
      }
      // Storage that can't be read takes this session away, but not the other ones.
      const view = await this.#restoreStored(views, id).catch(() => undefined);
      if (!view) continue;
      this.views = putBack(this.views, view, this.#before);
      view.source.open?.();
      if (id === this.#wanted) this.#look(view);
    }
    this.restoring = false;
    this.#returning = new Set();
    // The relay may have listed its sessions while storage was read.
    void this.#meetSessions();
  }

  /** What makes views; undefined, and one notice, when it can't be fetched. */
  async #viewsOrNotice(): Promise<Views | undefined> {
    try {
      return await this.#loadViews();
    } catch (error) {
      if (!this.#notFetchedTold) notices.add(errorText(error), 'error');
      this.#notFetchedTold = true;
      return undefined;
    }
  }

  async #restoreStored({ hostedView, shownView }: Views, id: string): Promise<SessionView | undefined> {
    const mine = await this.#lock(id);
    const session = await storedSession(id);
    if (!session) return undefined;
    const spec = await specOf(session);
    const lacking = lacksValues(session);
    if (lacking) notices.add(words.now.app.valuesMissing(session.header.title), 'error');
    if (!session.resume || !spec || !mine || lacking) {
      if (session.kind === 'file' && !session.meta?.kept) this.#temporary.add(id);
      return shownView(session, mine, this.keeper);
    }
    return hostedView(session, { ...session.resume, spec }, this.#diagnose, this.keeper);
  }

  #remember(): void {
    if (this.restoring) return;
    const open: readonly Tab[] = this.views.map((view) => ({ id: view.id, kind: view.source.kind }));
    const waits = ({ id }: Tab): boolean => !this.get(id) && (this.#expected.has(id) || this.#unrestored.has(id));
    const tabs = this.#before.filter(waits).reduce((all, tab) => putBack(all, tab, this.#before), open);
    keepTabs(tabs, this.active?.id ?? (tabs.some(({ id }) => id === this.#wanted) ? this.#wanted : undefined));
  }
}

export const workspace = new Workspace();
