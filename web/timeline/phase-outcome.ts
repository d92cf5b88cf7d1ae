/** What came of a phase of the lifecycle, for its head. */
import { isObject } from '#shared/jsonrpc';
import type { Phase, SessionState } from '#shared/session';
import type { timeline } from '../base/i18n/en/timeline.ts';

const LISTS = ['tools', 'resources', 'prompts'] as const;

/** `2025-11-25 · tools, logging` of the initialization, `17 tools · 7 resources` of the discovery; empty where there is nothing to say. */
export function phaseOutcome(
  phase: Phase,
  { revision, server, lists }: Readonly<SessionState>,
  words: (typeof timeline)['phases'],
): string {
  if (phase === 'initialization') {
    const capabilities = isObject(server.capabilities) ? Object.keys(server.capabilities) : [];
    return [revision, capabilities.join(', ')].filter(Boolean).join(' · ');
  }
  if (phase !== 'discovery') return '';
  return LISTS.flatMap((list) => (lists[list].pages > 0 ? [words.counted[list](lists[list].items.length)] : [])).join(
    ' · ',
  );
}
