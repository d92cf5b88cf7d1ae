/** Words for the codes of a comparison, in English: for the command line, and for the page where it speaks English. */
import type { DefinitionChange, DefinitionReason } from './types.ts';

/** What happened to a definition: “tool echo *is gone*”. */
export const REASON_WORDS: { readonly [reason in DefinitionReason]: string } = {
  'tool-removed': 'is gone',
  'resource-removed': 'is gone',
  'template-removed': 'is gone',
  'prompt-removed': 'is gone',
  'tool-added': 'is new',
  'resource-added': 'is new',
  'template-added': 'is new',
  'prompt-added': 'is new',
  'required-property-added': 'requires a new property',
  'property-added': 'has a new property',
  'property-removed': 'lost a property',
  'property-required': 'requires a property that was optional',
  'property-optional': 'no longer requires, or promises, a property',
  narrowed: 'accepts or gives less',
  widened: 'accepts or gives more',
  'type-changed': 'has another type',
  'schema-changed': 'has another rule',
  'output-schema-added': 'describes its structured result now',
  'output-schema-removed': 'no longer describes its structured result',
  'task-support': 'may be called otherwise as a task',
  'argument-removed': 'lost an argument',
  'required-argument-added': 'requires a new argument',
  'argument-added': 'has a new argument',
  'argument-required': 'requires an argument that was optional',
  'argument-optional': 'no longer requires an argument',
  hint: 'gives another hint',
  description: 'is described otherwise',
  title: 'has another title',
  icons: 'has other icons',
  name: 'has another name',
  size: 'has another size',
  'mime-type': 'has another MIME type',
  annotation: 'is annotated otherwise',
  order: 'has another order',
  'number-form': 'writes the same number otherwise',
  other: 'differs',
};

export const DEFINITION_WORDS: { readonly [of in DefinitionChange['of']]: string } = {
  tool: 'tool',
  resource: 'resource',
  resourceTemplate: 'resource template',
  prompt: 'prompt',
};
