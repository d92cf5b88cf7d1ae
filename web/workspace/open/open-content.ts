/** Opens anything by its content: a recording, another program's file with MCP traffic, or a server configuration. */
import { errorText } from '#shared/base';
import type { RecordingProblem } from '#shared/recording';
import { imported } from '../connect/imported.svelte.ts';
import { size, words } from '../../base/i18n/index.svelte.ts';
import { notices } from '../../base/notices.svelte.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
import { workspace } from '../workspace.svelte.ts';
import { importFile, isRecording } from './import-file.ts';
import { readText } from '../../base/plain-bytes.ts';

/** A configuration is small; anything larger is not read as one. */
const CONFIG_SIZE = 1024 * 1024;

/** Open a file. Gives the session's view when it became one. Never rejects; what goes wrong is said in a notice, unless `quiet`. */
export async function openContent(file: Blob, name: string, quiet = false): Promise<SessionView | undefined> {
  const say = (sentence: string): undefined => {
    if (!quiet) notices.add(sentence, 'error');
    return undefined;
  };
  const { open } = words.now;
  try {
    if (await isRecording(file)) return await openRecording(file, name);
    const reply = await importFile(file, name);
    switch (reply.type) {
      case 'imported': {
        const opened = await workspace.openFile(reply.recording, name);
        if ('code' in opened) return say(refusal(name, opened));
        const { format, unread, places, leftOut } = reply;
        const sentences = [open.opened(name, open.formats[format])];
        if (unread > 0) sentences.push(open.unread(unread, places));
        if (leftOut > 0) sentences.push(open.leftOut(leftOut));
        notices.add(sentences.join(' '));
        return opened;
      }
      case 'cancelled':
        return undefined;
      case 'files':
        return say(open.severalFiles(name, reply.files.slice(0, 10).join(', ')));
      case 'too-large':
        return say(open.tooLarge(name, size((await import('#shared/import')).MAX_IMPORT_CHARS)));
      case 'unreadable':
        return say(open.unreadable(name, reply.detail));
      case 'unknown':
        if (await openConfig(file)) return undefined;
        return say(reply.problem ? refusal(name, reply.problem) : open.notKnown(name));
    }
  } catch (error) {
    return say(open.unreadable(name, errorText(error)));
  }
}

async function openRecording(file: Blob, name: string): Promise<SessionView | undefined> {
  const opened = await workspace.openFile(file, name.replace(/\.mcprec(\.gz)?$/i, ''));
  if (!('code' in opened)) return opened;
  notices.add(refusal(name, opened), 'error');
  return undefined;
}

function refusal(name: string, { code }: RecordingProblem): string {
  const { fileRefused } = words.now.connect;
  if (code === 'not-a-recording') return words.now.open.notKnown(name);
  return `${name}: ${fileRefused[code === 'from-the-future' || code === 'bad-header' ? code : 'other']}`;
}

async function openConfig(file: Blob): Promise<boolean> {
  if (file.size > CONFIG_SIZE) return false;
  const { text } = await readText(file, CONFIG_SIZE);
  const { readClientConfig } = await import('../connect/config-reader.ts');
  if (!readClientConfig(text)) return false;
  imported.text = text;
  workspace.show(undefined);
  return true;
}
