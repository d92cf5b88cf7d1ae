/** Judges one session by the rules of the specification away from the page. */
import { SessionJudge, type Finding, type Told } from '#shared/findings';
import type { RecordingHeader, WireEvent } from '#shared/recording';

type Header = Pick<RecordingHeader, 'route'>;

let judge: SessionJudge | undefined;

const judgeOf = (header: Header): SessionJudge => (judge ??= new SessionJudge(header));

/** Judge the session's next events, and give what changed. */
export const take = (header: Header, events: readonly WireEvent[]): Told => judgeOf(header).take(events);

/** What the client would break by sending this text after the events so far. */
export const brokenIfSent = (header: Header, text: string): readonly Finding[] => judgeOf(header).brokenIfSent(text);
