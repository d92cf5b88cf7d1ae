/** Pasting on the page, outside of fields: files, or a text that is known, are opened. */
import { words } from '../../base/i18n/index.svelte.ts';
import { openContent } from './open-content.ts';

/** What any text that is known holds somewhere near its beginning. */
const WORTH_READING =
  /"(?:jsonrpc|mcprec|log|mcpServers|servers|method)"|Message from (?:client|server)|\[(?:editor -> server|server -> editor)\]|Connection state: |Handling \w+ action|Sending client message: |SSE message: |^\{"(?:debug|error)":"|"(?:tool_use|interactions|serverId)"/;
const HEAD = 64 * 1024;

/** True where a paste goes into what is edited; the empty field that has the keyboard on the first screen is not edited yet. */
function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.value === '' && target.closest('[data-opens-pasted]')) return false;
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="textbox"]') !== null
  );
}

/** Open what is pasted, unless it goes into a field or a dialog, or is nothing that is known. */
export function openPasted(event: ClipboardEvent): void {
  const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
  if (event.defaultPrevented || inDialog || isField(event.target) || !event.clipboardData) return;
  const files = [...event.clipboardData.files];
  const text = files.length > 0 ? '' : event.clipboardData.getData('text/plain');
  if (files.length === 0 && !WORTH_READING.test(text.slice(0, HEAD))) return;
  event.preventDefault();
  void openAll(files.length > 0 ? files : [new File([text], words.now.open.pasted)], files.length === 0);
}

async function openAll(files: readonly File[], quiet: boolean): Promise<void> {
  for (const file of files) await openContent(file, file.name, quiet);
}
