/** What a snippet of one message is made of: enough of the session to tell what in the message is secret. */
import { expect, test } from 'vitest';
import { messageAs } from '#shared/export';
import { planRedaction, redact } from '#shared/redact';
import { around } from '../../../../web/share/around.ts';
import { recordedOf } from '../../export-samples.ts';
import { logOfEvents } from '../../script.ts';

test('a secret that another message gives away is replaced in a snippet', () => {
  const secret = 's3cr3t-55120';
  const recorded = recordedOf(
    { k: 'message', dir: 'c2s', raw: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' },
    { k: 'message', dir: 'c2s', raw: `{"jsonrpc":"2.0","id":2,"method":"a","params":{"token":"${secret}"}}` },
    { k: 'message', dir: 'c2s', raw: `{"jsonrpc":"2.0","id":3,"method":"b","params":{"again":"${secret}"}}` },
    { k: 'stderr', text: 'later\n' },
  );
  const log = logOfEvents(recorded.events);
  const view = { log, header: recorded.header };
  const part = around(view, 2);
  if (!part) throw new Error('no client message');
  const snippet = messageAs(redact(part.recorded, planRedaction(part.recorded)), part.s, 'typescript');
  expect(snippet).toContain('"again"');
  expect(snippet).not.toContain(secret);
  expect(around(view, 3)).toBeUndefined();
});
