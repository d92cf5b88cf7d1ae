/** The words for each kind of event but messages, in both languages: what it is called, its row, and its facts. */
import { carriedBy, textOf, type EventBody, type MessageEvent, type WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { isRefusalInWords } from '#shared/timeline';
import { connectionExplained, connectionText } from './connection.ts';
import type { Language, Words } from './dictionary.ts';
import { duration } from './figures.ts';
import {
  gapText,
  httpNote,
  isReadiness,
  processText,
  said,
  sseNote,
  timeoutText,
  unknownNote,
  wire,
  type NoteContext,
  type NoteText,
} from './note.ts';
import { actText, tapText } from './tap.ts';
import { asItIs, entryOf, inColumns, oneLine } from './text.ts';

type Both = { readonly [language in Language]: string };
const both = (en: string, chinese: string): Both => ({ en, 'zh-CN': chinese });
export const inLanguage = (text: Both, { common }: Words): string => text[common.locale as Language];

/** A label and its value: words, or the wire's, for a monospaced font. Left out without a value. */
type Labelled = readonly [label: Both | string, value: Both | string | number | null | undefined, style?: 'words'];

interface KindWords<Event> {
  readonly name: Both;
  /** Undefined for what has an arrow. */
  readonly row: (event: Event, context: NoteContext) => NoteText | undefined;
  readonly facts?: (event: Event, words: Words) => readonly Labelled[];
  /** What it means, for someone who meets the protocol for the first time; where that depends on the event, see `meaning/happened.ts`. */
  readonly meaning?: Both;
}

const WHAT = both('What happened', '发生了什么');
const AT = both('Refers to event', '对应事件');
const TEXT = both('Text', '文本');
const REASON = both('Reason', '原因');
const BY = both('Initiated by', '发起方');
const PROCESS_BY = { host: both('Lifeline', 'Lifeline'), server: both('the server', '服务器') };
const TAP_BY = {
  user: both('a person', '用户'),
  rule: both('a rule', '规则'),
  limit: both('the time limit', '时限'),
  gone: both('nobody left to decide', '无人决定'),
};

type Told = Exclude<EventBody['k'], 'message'>;

export const KIND_WORDS = {
  http: {
    name: both('HTTP', 'HTTP'),
    row: (event, context) => (event.step !== undefined && event.phase !== 'end' ? undefined : httpNote(event, context)),
  },
  body: {
    name: both('HTTP body', 'HTTP 正文'),
    row: (event) => wire(textOf(event), event.dir === 'c2s' ? 'client' : 'server', 'HTTP'),
    facts: (event) => [[TEXT, textOf(event)]],
  },
  sse: {
    name: both('SSE event without a message', '不含消息的 SSE 事件'),
    row: sseNote,
    facts: ({ text, id, retry }) => [
      [TEXT, text],
      [both('Event ID', '事件 ID'), id],
      [both('Retry (ms)', '重试间隔（ms）'), retry],
    ],
  },
  stderr: {
    name: both('Standard error', '标准错误输出'),
    row: (event, { words }) => ({ ...wire('', 'chip', words.rows.stderr), text: inColumns(textOf(carriedBy(event))) }),
    facts: (event) => [[TEXT, textOf(carriedBy(event))]],
  },
  process: {
    name: both('Process', '进程'),
    row: (event, { words }) => said(processText(event, words), 'server'),
    facts: (event, words) => [
      [WHAT, processText(event, words)],
      [both('Process ID', '进程 ID'), event.pid],
      [both('Command', '命令'), event.command],
      [
        event.event === 'stdin-error'
          ? both('Bytes not delivered (at most)', '未送达的字节（最多）')
          : both('Bytes waiting', '等待的字节'),
        event.bytes,
      ],
      [both('Exit code', '退出码'), event.code],
      [both('Signal', '信号'), event.signal],
      [both('Error', '错误'), event.error],
      [BY, event.by && PROCESS_BY[event.by]],
    ],
  },
  connection: {
    name: both('Connection', '连接'),
    row: (event, { words, log }) =>
      said(isReadiness(log, event) ? words.rows.connection.ready : connectionText(event, words), 'middle'),
    facts: (event, words) => {
      const { reason, detail } = event;
      const explained = connectionExplained(event, words);
      const known = explained ? undefined : entryOf(words.problems.reasons, reason ?? '');
      return [
        [WHAT, explained?.title ?? words.rows.connection[event.event], 'words'],
        [both('What it means', '含义'), explained?.text, 'words'],
        [event.event === 'era' ? both('Protocol version', '协议版本') : both('Detail', '详情'), detail],
        // What is explained has its reason in words; a known one is called as its banner calls it.
        known ? [REASON, known.title, 'words'] : [REASON, explained ? undefined : reason],
      ];
    },
  },
  timeout: {
    name: both('Timeout', '超时'),
    row: (event, { words, log }) => said(timeoutText(log, event, words), 'client', words.outcomes.timeout),
    facts: ({ at, limit, ms }, { timeouts, common }) => [
      [AT, at],
      [timeouts.name, timeouts.passed[limit](duration(ms * 1000, common.locale))],
    ],
  },
  tap: {
    name: both('Tap action', 'tap 动作'),
    row: (event, { words, log }) => said(tapText(log, event, words), 'tap', words.tap.tag),
    facts: (event, words) => {
      const { act, at, rule, by, ms, orders } = event;
      const held = act === 'hold';
      return [
        [WHAT, actText(event, words)],
        [AT, at],
        [held ? both('Breakpoint', '断点') : both('Rule', '规则'), rule],
        [BY, by && TAP_BY[by]],
        [
          held ? words.timeouts.name : both('Delay', '延迟'),
          ms === undefined ? ms : duration(ms * 1000, words.common.locale),
        ],
        [both('Breakpoints and rules from here on', '此后生效的断点和规则'), orders],
      ];
    },
  },
  note: {
    name: both('Note', '备注'),
    row: ({ text }, { words }) => said(oneLine(text), 'middle', words.rows.note),
    facts: ({ at, text }) => [
      [AT, at],
      [TEXT, text],
    ],
    meaning: both('A user’s note on this session.', '用户对此会话的备注。'),
  },
  gap: {
    name: both('Omitted', '已省略'),
    row: (event, { words }) => said(gapText(event, words), 'middle'),
    facts: ({ bytes, events, atMost, why }) => {
      const bounded = (n?: number): string | number | undefined => (n === undefined || !atMost ? n : `≤ ${n}`);
      return [
        [both('Omitted bytes', '省略的字节'), bounded(bytes)],
        [both('Omitted events', '省略的事件'), bounded(events)],
        [REASON, why],
      ];
    },
  },
  unknown: {
    name: both('Unknown event', '未知事件'),
    row: (event, { words }) => unknownNote(event, words),
    facts: ({ fields }) => Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]),
    meaning: both(
      'An event of a kind that this version of Lifeline does not know. It is kept unchanged.',
      '此版本的 Lifeline 无法识别这种事件，已原样保留。',
    ),
  },
} satisfies { readonly [Name in Told]: KindWords<Extract<WireEvent, { readonly k: Name }>> };

const wordsOf = ({ k }: Exclude<WireEvent, MessageEvent>): KindWords<never> => KIND_WORDS[k];

/** What the kind of an event is called. */
export const kindName = (event: Exclude<WireEvent, MessageEvent>, words: Words): string =>
  inLanguage(wordsOf(event).name, words);

/** A note in words; undefined for messages and for steps of authorization, which have arrows. */
export function noteText(words: Words, log: SessionLog, event: WireEvent, showUrl = asItIs): NoteText | undefined {
  if (event.k === 'message') return isRefusalInWords(log, event.s) ? wire(textOf(event), 'server', 'HTTP') : undefined;
  return wordsOf(event).row(event as never, { words, log, showUrl });
}

/** A member of an event by its label. */
export interface EventFact {
  readonly name: string;
  readonly value: string;
  /** The value is the wire's. */
  readonly mono: boolean;
}

/** Facts of an event that is not a message; what it does not have is left out. */
export function eventFacts(event: Exclude<WireEvent, MessageEvent>, words: Words): readonly EventFact[] {
  const say = (text: Both | string | number): string =>
    typeof text === 'object' ? inLanguage(text, words) : String(text);
  return (wordsOf(event).facts?.(event as never, words) ?? []).flatMap(([label, value, style]) =>
    value === undefined || value === null || value === ''
      ? []
      : [{ name: say(label), value: say(value), mono: style !== 'words' }],
  );
}
