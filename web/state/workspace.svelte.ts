/** The sessions open in this tab of the browser, side by side, and which one is looked at. */
import type { Policy } from '#shared/driver';
import { RecordingReader, type RecordingHeader, type RecordingProblem } from '#shared/recording';
import type { HttpSpec, SessionSummary } from '#shared/relay-protocol';
import { claim } from './claim.ts';
import { keepClientSecret, withClientSecret, withoutClientSecret } from './client-secret.ts';
import { CLIENT } from './client.ts';
import { DirectSource, type Diagnose } from './direct-source.svelte.ts';
import { FileSource } from './file-source.ts';
import { fullPolicy } from './full-policy.ts';
import { withModelKey, withoutModelKey } from './model-key.ts';
import { newId } from './new-id.ts';
import { RelayLink } from './relay-link.svelte.ts';
import { RelaySource } from './relay-source.svelte.ts';
import { SessionView } from './session-view.svelte.ts';
import { diagnose } from '../connect/diagnose.ts';
import { settings, type SavedServer } from './settings.svelte.ts';
import { notStored, putEvents, putSession, readSession, removeSession } from './store.ts';

const TABS = 'lifeline-tabs';
/** Events read from a file between two chances for the page to draw. */
const PIECE = 1024 * 1024;

interface Tabs {
  readonly open: readonly { readonly id: string; readonly kind: 'relay' | 'direct' | 'file' }[];
  readonly active?: string;
}

class Workspace {
  readonly link = new RelayLink();
  views: readonly SessionView[] = $state.raw([]);
  /** The view looked at; undefined shows the connect screen. */
  active: SessionView | undefined = $state.raw();
  /** True until the tabs of before a reload are back. */
  restoring = $state(true);
  /** Relay sessions that were in this tab before a reload and are expected back. */
  #expected = new Set<string>();
  /** Stored sessions that are this page's to host and to remove. */
  readonly #claimed = new Set<string>();
  #wanted: string | undefined;
  readonly #diagnose: Diagnose = (request) => diagnose(request, this.link);

  constructor() {
    this.link.onSessions = (sessions) => this.#meetSessions(sessions);
    void this.#restore();
  }

  get(id: string): SessionView | undefined {
    return this.views.find((view) => view.id === id);
  }

  /** Look at a view, or at the connect screen. */
  show(view: SessionView | undefined): void {
    this.active = view;
    this.#remember();
  }

  /**
   * Connect to a server and remember it. stdio always goes through the relay. Rejects with a sentence when the relay
   * refuses; what goes wrong later is in the session.
   */
  async connect({ name, spec: given, route, policy: saved }: SavedServer): Promise<SessionView> {
    keepClientSecret(given);
    const spec = withClientSecret(given);
    settings.remember({ name, spec: withoutClientSecret(spec), route, policy: withoutModelKey(saved) });
    const policy = withModelKey(saved);
    if (spec.transport === 'streamable-http' && route === 'direct') return this.#connectDirect(name, spec, policy);
    const { session } = await this.link.ask({ type: 'open', spec, policy, title: name }, 'opened');
    // The relay's list and its reply may come in either order.
    return this.#adopt(session.id, session.header);
  }

  /** Show a recording from the relay's disk. */
  openRecording(id: string, header: RecordingHeader): SessionView {
    return this.#adopt(id, header);
  }

  /** Open a recording file. Gives the problem when it cannot be read from its first line; a cut file opens. */
  async openFile(file: Blob, name: string): Promise<SessionView | RecordingProblem> {
    const reader = new RecordingReader();
    const gzip = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const bytes =
      gzip[0] === 0x1f && gzip[1] === 0x8b ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
    const id = `file-${newId()}`;
    await this.#claim(id);
    let view: SessionView | undefined;
    for await (const text of textPieces(bytes)) {
      const events = reader.push(text);
      view ??= reader.header && this.#begin(id, { ...reader.header, title: reader.header.title || name });
      if (!view) continue;
      // Closed while it was read: the rest has no place to go.
      if (!this.views.includes(view)) return view;
      view.append(events);
      await putEvents(id, events).catch(notStored);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const { events, summary } = reader.end();
    const problem = summary.problems[0];
    view ??= reader.header && this.#begin(id, { ...reader.header, title: reader.header.title || name });
    if (!view) return problem ?? { code: 'not-a-recording', line: 1, detail: '' };
    view.append(events);
    await putEvents(id, events).catch(notStored);
    view.readProblem = problem ?? (summary.cutShort ? 'cut-short' : undefined);
    return view;
  }

  /** Close a tab. A direct session ends with it; a relay session goes on in the relay until it is ended there. */
  close(view: SessionView): void {
    const index = this.views.indexOf(view);
    this.views = this.views.filter((other) => other !== view);
    view.source.detach();
    if (this.#claimed.has(view.id)) void removeSession(view.id).catch(notStored);
    if (this.active === view) this.active = this.views[Math.min(index, this.views.length - 1)];
    this.#remember();
  }

  #begin(id: string, header: RecordingHeader): SessionView {
    const view = new SessionView(id, header);
    view.source = new FileSource(view);
    // A file is read from its beginning.
    view.follow = false;
    void putSession({ id, header, kind: 'file' }).catch(notStored);
    return this.#add(view);
  }

  #add(view: SessionView): SessionView {
    this.views = [...this.views, view];
    this.active = view;
    this.#remember();
    return view;
  }

  #adopt(id: string, header: RecordingHeader): SessionView {
    const known = this.get(id);
    if (known) {
      this.show(known);
      return known;
    }
    const view = new SessionView(id, header);
    view.source = new RelaySource(this.link, view);
    return this.#add(view);
  }

  async #connectDirect(title: string, spec: HttpSpec, policy: Policy): Promise<SessionView> {
    const began = Date.now();
    const id = newId();
    await this.#claim(id);
    const header: RecordingHeader = {
      mcprec: 1,
      id,
      title,
      startedAt: new Date(began).toISOString(),
      by: CLIENT,
      route: 'direct',
      connection: { transport: 'streamable-http', url: spec.url, headerNames: spec.headers.map(([name]) => name) },
    };
    await putSession({
      id,
      header,
      kind: 'direct',
      resume: { spec: withoutClientSecret(spec), policy: withoutModelKey(policy), began },
    }).catch(notStored);
    const view = new SessionView(id, header);
    const source = new DirectSource(view, { spec, policy, began, earlier: [], diagnose: this.#diagnose });
    view.source = source;
    this.#add(view);
    source.open();
    return view;
  }

  /** The relay said which sessions it has: take up those of this tab, and those that the command line asked to show. */
  #meetSessions(sessions: readonly SessionSummary[]): void {
    for (const { id, header, show } of sessions) {
      if (this.get(id) || !(this.#expected.delete(id) || show)) continue;
      const before = this.active;
      this.#adopt(id, header);
      if (before && !show && id !== this.#wanted) this.active = before;
    }
    this.#remember();
    if (this.link.status === 'open' && this.#expected.size > 0) void this.#meetRecordings();
  }

  /** Sessions of this tab that an earlier launch of the relay hosted: their recordings are still on its disk. */
  async #meetRecordings(): Promise<void> {
    const { recordings } = await this.link.ask({ type: 'recordings' }, 'recordings').catch(() => ({ recordings: [] }));
    for (const { id, header } of recordings) {
      if (!this.#expected.delete(id) || this.get(id)) continue;
      const before = this.active;
      this.#adopt(id, header);
      if (before && id !== this.#wanted) this.active = before;
    }
    this.#remember();
  }

  async #claim(id: string): Promise<boolean> {
    const mine = await claim(id);
    if (mine) this.#claimed.add(id);
    return mine;
  }

  async #restore(): Promise<void> {
    const tabs = readTabs();
    this.#wanted = tabs.active;
    for (const { id, kind } of tabs.open) {
      if (kind === 'relay') {
        this.#expected.add(id);
        continue;
      }
      // Storage that can't be read takes this session away, but not the other ones.
      const stored = await readSession(id).catch(() => undefined);
      if (!stored) continue;
      const { session, events } = stored;
      const view = new SessionView(id, session.header);
      const mine = await this.#claim(id);
      if (session.resume && mine) {
        const source = new DirectSource(view, {
          ...session.resume,
          spec: withClientSecret(session.resume.spec),
          policy: withModelKey(fullPolicy(session.resume.policy)),
          earlier: events,
          diagnose: this.#diagnose,
        });
        view.source = source;
        this.views = [...this.views, view];
        source.open();
      } else {
        view.source = new FileSource(view);
        view.follow = false;
        view.append(events);
        this.views = [...this.views, view];
      }
      if (id === tabs.active) this.active = view;
    }
    this.restoring = false;
    // The relay may have listed its sessions while storage was read.
    this.#meetSessions(this.link.sessions);
  }

  #remember(): void {
    if (this.restoring) return;
    const open = this.views.map((view) => ({ id: view.id, kind: view.source.kind }));
    const expected = [...this.#expected].map((id) => ({ id, kind: 'relay' as const }));
    const active = this.active?.id;
    sessionStorage.setItem(
      TABS,
      JSON.stringify({ open: [...open, ...expected], ...(active === undefined ? {} : { active }) } satisfies Tabs),
    );
  }
}

function readTabs(): Tabs {
  try {
    return JSON.parse(sessionStorage.getItem(TABS) ?? '{"open":[]}') as Tabs;
  } catch {
    return { open: [] };
  }
}

/** The text of a byte stream in pieces small enough to take one at a time. */
async function* textPieces(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let piece = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (value) piece += value;
    if (piece.length >= PIECE || (done && piece !== '')) {
      yield piece;
      piece = '';
    }
    if (done) return;
  }
}

export const workspace = new Workspace();
