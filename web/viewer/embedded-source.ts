/** The session of the recording inside this page; saving it gives the very file that was put in. */
import { FileSource } from '../session/file-source.ts';
import { embeddedBytes } from './embedded.ts';

export class EmbeddedSource extends FileSource {
  override recording(): Promise<Blob> {
    return new Response(embeddedBytes()).blob();
  }
}
