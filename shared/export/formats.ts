/** The formats that are text made of a recording: what makes each. What they are called and good for is in `shared/formats`. */
import { FORMATS, type TextFormat } from '#shared/formats';
import { USES } from '#shared/lenses';
import type { Recorded } from '#shared/recording';
import { toHar } from './har.ts';
import { toMarkdown } from './markdown.ts';
import { toMermaid } from './mermaid.ts';
import { toOtlp } from './otlp.ts';
import { toSvg } from './svg.ts';
import type { TextOptions } from './types.ts';

/** Each gives undefined when there is nothing in the recording that the format could hold. */
export const WRITERS: {
  readonly [format in TextFormat]: (recorded: Recorded, options: TextOptions) => string | undefined;
} = { markdown: toMarkdown, mermaid: toMermaid, svg: toSvg, har: toHar, otlp: toOtlp };

/** A recording in a format, with what the format tells of rules. Undefined when there is nothing that it could hold; rejects when the rules or their sentences can't be loaded. */
export async function toText(
  format: TextFormat,
  recorded: Recorded,
  options: TextOptions,
): Promise<string | undefined> {
  return WRITERS[format](recorded, { ...options, ...(await ofRules(format, recorded, options)) });
}

/** Only a format that tells of rules loads them: this folder is part of commands and screens that judge nothing. */
async function ofRules(format: TextFormat, recorded: Recorded, { words }: TextOptions): Promise<TextOptions> {
  const { rules } = FORMATS[format];
  if (rules === undefined) return {};
  const { findingsReport, foundIn, judgeRecording } = await import('#shared/findings');
  if (rules === 'found') return { found: foundIn(recorded) };
  const { findingsWordsIn } = await import('#shared/findings/words');
  const sentences = await findingsWordsIn(words?.common.locale === 'zh-CN' ? 'zh-CN' : 'en');
  const judged = judgeRecording(recorded, { folds: [USES] });
  return { findings: findingsReport(judged, sentences), log: judged.log };
}
