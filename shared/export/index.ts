export * from './types.ts';
export {
  DRAWN_FORMATS,
  EXPORT_FORMATS,
  isTextFormat,
  TEXT_FORMATS,
  type ExportFormat,
  type TextFormat,
} from './formats.ts';
export { messageAs } from './message-as.ts';
export { eventsOfPart, filteredPart, partOf } from './part.ts';
export { toRows } from './rows.ts';
export { seenJson } from './literal.ts';
export { fenced, inlineCode, markdownTable, markdownText } from './markdown-text.ts';
export { toTerminal } from './terminal.ts';
export { toTerminalExplained } from './terminal-explained.ts';
export { toTerminalOperations } from './terminal-operations.ts';
export { cutTo, width, wrapped } from './columns.ts';
export { painter, type Paint } from './terminal-text.ts';
export { toHtml } from './to-html.ts';
export { xmlCharacters, xmlText } from './xml.ts';
