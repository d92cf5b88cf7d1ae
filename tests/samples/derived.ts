/** Samples that are made from other samples: what no server of today gives. */
import {
  encodeEnd,
  encodeEvent,
  type HeldRecording as Recorded,
  type RecordingFooter,
  type WireEvent,
} from '#shared/recording';

/** How a sample is made from another one. */
export const DERIVED: {
  readonly [name: string]: { readonly from: string; readonly lines: (recorded: Recorded) => string };
} = {
  // What a crash leaves: the last line is not whole, and there is no footer.
  'cut-short.mcprec': {
    from: 'typed.mcprec',
    lines: ({ header, events }) => {
      const whole = [encodeEnd(header), ...events.slice(0, 40).map(encodeEvent)].join('\n');
      return whole.slice(0, -20);
    },
  },
  // What a later program may write: kinds and fields that this one does not know, and notes made after the session.
  'later.mcprec': {
    from: 'asked.mcprec',
    lines: ({ header, events, footer }) => {
      const last = events.at(-1)?.t ?? 0;
      const more = events.flatMap((event, s): WireEvent[] => {
        if (s === 3)
          return [
            { ...event, k: 'unknown', fields: { k: 'weather', sky: 'clear', wind: { from: 'NW', speed: 3.5 } } },
            event,
          ];
        return [s === 5 ? Object.assign({ colour: 'red' }, event) : event];
      });
      const dense = more.map((event, s): WireEvent => ({ ...event, s }));
      const notes = ['The form is answered here.', 'And here it is declined.'].map((text, at): WireEvent => ({
        s: dense.length + at,
        t: last,
        k: 'note',
        at: 20 + 5 * at,
        text,
      }));
      const end = (count: number): RecordingFooter => ({ footer: true, events: count, reason: footer?.reason ?? '' });
      return [
        encodeEnd(Object.assign({ ...header, id: 'later', title: 'later' }, { weather: 'clear' })),
        ...dense.map(encodeEvent),
        encodeEnd(end(dense.length)),
        ...notes.map(encodeEvent),
        encodeEnd(Object.assign({ checked: true }, end(dense.length + notes.length))),
        '',
      ].join('\n');
    },
  },
};
