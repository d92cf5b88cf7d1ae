/** Muting a rule for a server, with a notice that can take it back. */
import type { RecordingHeader } from '#shared/recording';
import { notices } from '../base/notices.svelte.ts';
import type { panel } from '../session/finding-words/en.ts';
import { mutedRules } from '../session/muted-rules.ts';

export function muteRule(header: RecordingHeader, rule: string, words: Pick<typeof panel, 'mutedNow' | 'undo'>): void {
  mutedRules.mute(header, rule);
  notices.add(words.mutedNow(rule), 'plain', { title: words.undo, run: () => mutedRules.unmute(header, rule) });
}
