/** What a typed message would break, judged by the rules whenever typing and the session rest. */
import type { Finding } from '#shared/findings';
import { whileWanted } from '../base/worker-link.ts';
import { findingTexts } from '../session/finding-texts.svelte.ts';
import { findingsOf } from '../session/findings.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

const REST_MS = 300;
const NONE: readonly Finding[] = [];

/** The findings that are shown, worst first; `text` is undefined for what is not judged. Call it while a component is made. */
export function ruleAdvice(view: () => SessionView, text: () => string | undefined): () => readonly Finding[] {
  let found = $state.raw(NONE);
  $effect(() => {
    const [judged, typed] = [view(), text()];
    const findings = findingsOf(judged);
    // What was sent and answered meanwhile changes what can be sent, once it is judged.
    void [judged.version, findings.progress];
    if (typed === undefined) {
      found = NONE;
      return;
    }
    let drop = (): void => undefined;
    const timer = setTimeout(() => {
      drop = whileWanted(findings.ifSent(typed), (broken) => {
        found = broken;
        if (found.length > 0) void findingTexts.want();
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      drop();
    };
  });
  const shown = $derived.by(() => {
    const findings = findingsOf(view());
    return found
      .filter((each) => !each.consequenceOf && findings.wants(each))
      .sort((a, b) => findings.rank(a) - findings.rank(b));
  });
  return () => shown;
}
