export * from './types.ts';
export { EXPORT_FORMATS, isTextFormat, TEXT_FORMATS, type ExportFormat, type TextFormat } from './formats.ts';
export { messageAs } from './message-as.ts';
export { eventsOfPart, filteredPart, partOf } from './part.ts';
export { toRows } from './rows.ts';
export { seenJson } from './literal.ts';
export { toTerminal } from './terminal.ts';
export { toHtml } from './to-html.ts';
export { xmlCharacters, xmlText } from './xml.ts';
