export * from './dictionary.ts';
export * from './figures.ts';
export { changeText } from './changes.ts';
export {
  definitionWords,
  factValue,
  factWords,
  outcomeWords,
  pairLine,
  reasonWords,
  saysAll,
  shown,
  shownBoth,
  titleOf,
  beforeText,
} from './comparison.ts';
export { definitionPart } from './definition-part.ts';
export { connectionExplained, eraReason, failureOf, reasonText } from './connection.ts';
export { answeredText, askedText } from './content.ts';
export {
  changedRows,
  differenceWords,
  errorSaid,
  findingWords,
  multiline,
  operationWords,
  type Told,
} from './finding.ts';
export { failureText, type FailureText } from './failure.ts';
export { inputWords } from './input.ts';
export { meaningOf } from './meaning/meaning.ts';
export { sectionOf } from './meaning/section.ts';
export { capabilityText, comparedRows, type CapabilityText } from './negotiated.ts';
export { eventFacts, kindName, noteText, type EventFact } from './kinds.ts';
export type { NotePlace } from './note.ts';
export { rowText, spokenRow, type PartKind, type RowPart, type RowText, runText } from './row.ts';
export { stepText } from './step.ts';
export { actText, decidedBy, tapText } from './tap.ts';
export { oneLine } from './text.ts';
