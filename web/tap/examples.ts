/** Rules to begin with, one for each thing that a tap does by itself. */
import type { TapRule } from '#shared/tap';

const CALLS = 'method:tools/call dir:c2s';

export const EXAMPLES: { readonly [name: string]: TapRule } = {
  delay: { name: 'slow calls', when: CALLS, act: { do: 'delay', ms: 2000 } },
  drop: { name: 'lost calls', when: CALLS, act: { do: 'drop' } },
  fail: { name: 'failing calls', when: CALLS, act: { do: 'fail', code: -32000, message: 'Unavailable' } },
  answer: {
    name: 'fixed response',
    when: CALLS,
    act: { do: 'answer', result: { content: [{ type: 'text', text: 'From the tap' }] } },
  },
  edit: {
    name: 'other argument',
    when: CALLS,
    act: { do: 'edit', set: [{ pointer: '/params/arguments/path', value: '/tmp' }] },
  },
  repeat: { name: 'sent twice', when: CALLS, act: { do: 'repeat', times: 2 } },
  cut: { name: 'cut stream', when: CALLS, times: 1, act: { do: 'cut' } },
  kill: { name: 'dead server', when: CALLS, times: 1, act: { do: 'kill' } },
};
