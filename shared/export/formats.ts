/** The formats that are text made of a recording: what makes each. What they are called and good for is in `shared/formats`. */
import { findingsReport, foundIn, judgeRecording } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { FORMATS, type TextFormat } from '#shared/formats';
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

/** A recording in a format, with what the format tells of rules. Undefined when there is nothing that it could hold; rejects when the sentences about rules can't be loaded. */
export async function toText(
  format: TextFormat,
  recorded: Recorded,
  options: TextOptions,
): Promise<string | undefined> {
  const { rules } = FORMATS[format];
  const language = options.words?.common.locale === 'zh-CN' ? 'zh-CN' : 'en';
  return WRITERS[format](recorded, {
    ...options,
    ...(rules === 'report' && {
      findings: findingsReport(judgeRecording(recorded), await findingsWordsIn(language)),
    }),
    ...(rules === 'found' && { found: foundIn(recorded) }),
  });
}
