/** The matcher and the fixture, with the types of whichever version of Vitest. */
import { test } from 'mcp-lifeline/vitest';
import { expect } from 'vitest';

test('is like the kept one', async ({ lifeline }) => {
  const recording = await lifeline.record(['node', 'server.mjs'], { exercise: true });
  const matched: Promise<void> = expect(recording).toMatchRecording('calls.mcprec', { failOn: 'breaking' });
  await matched;
  await expect(recording).not.toMatchRecording('other.mcprec');
  // @ts-expect-error -- a path is a text
  await expect(recording).toMatchRecording(7);
  // @ts-expect-error -- there is no such fixture
  lifeline.replay('calls.mcprec');
});
