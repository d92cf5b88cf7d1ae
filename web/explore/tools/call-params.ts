import type { SessionView } from '../../session/session-view.svelte.ts';
import { jsonText } from '../../base/json-text.ts';
import { wireText } from '../../session/send.ts';
import { taskMember, taskSupport, type CallOptions } from '../call-options.ts';

/** The `params` of a call as JSON text (server/tools#calling-tools), with the request's id as progress token so that progress can be told. */
export function callParams(
  view: SessionView,
  tool: { readonly [name: string]: unknown },
  argumentsText: string,
  options: CallOptions,
  id: number,
): string {
  const name = jsonText(tool['name']) ?? 'null';
  const task = taskMember(options, taskSupport(view.state, tool));
  const as = task === undefined ? '' : `,"task":${task}`;
  return `{"name":${name},"arguments":${wireText(view, argumentsText)}${as},"_meta":{"progressToken":${id}}}`;
}
