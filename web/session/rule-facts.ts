/** Of the rules what is shown of findings, as a script without what judges: that is the worker's. */
export {
  findingAsOf,
  findingFacts,
  ruleById,
  sentenceOf,
  SEVERITIES,
  severityOf,
  timesBroken,
  weightOf,
} from '#shared/findings';
