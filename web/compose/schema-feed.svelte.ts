/** Keeps the editor's schema in step with what the session knows. */
import { untrack } from 'svelte';
import { whenIdle } from '../base/when-idle.ts';
import { loadMonaco } from '../ui/editor/load.ts';
import { LiveKey } from './live-schema.ts';
import type { SchemaFacts } from './schema-tools.ts';

/** Set the schema for this `schemaUri`, now and when `facts` change (reactive). Call it while a component is made. */
export function feedSchema(schemaUri: string, facts: () => SchemaFacts): void {
  const keys = new LiveKey();
  const key = $derived.by(() => {
    const { revision, answers, live } = facts();
    return `${revision} ${answers ?? ''} ${keys.of(live)}`;
  });
  $effect(() => {
    void key;
    const wanted = untrack(facts);
    let stale = false;
    const callOff = whenIdle(() => {
      // The editor says by itself when it cannot be had; without the schemas it only knows JSON.
      void Promise.all([loadMonaco(), import('./schema-tools.ts')]).then(([monaco, tools]) => {
        if (!stale) monaco.setSchema(schemaUri, tools.composerSchema(wanted));
      }, console.warn);
    });
    return () => {
      stale = true;
      callOff();
    };
  });
}
