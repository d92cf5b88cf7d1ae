/** The arguments of a call as a few fields side by side, over the same JSON text as the form's. */
import { isJson } from '#shared/jsonrpc';
import { jsonText } from '../base/json-text.ts';
import { readingOf } from '../ui/form/resolve.ts';
import { fieldOf, membersOf, type Option } from '../ui/form/schema.ts';
import { membersOfText } from './strings.ts';

export interface Slot {
  readonly name: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'choice';
  readonly required: boolean;
  readonly description: string;
  readonly options: readonly Option[];
}

/** More fields are a form. */
const MAX_SLOT_COUNT = 4;
const BOOLEANS: readonly Option[] = ['true', 'false'].map((json) => ({ json, label: json }));

/** A slot for each member of a schema of arguments; undefined where one has no room for them, or not for what is required. */
export function slotsOf(schema: unknown): readonly Slot[] | undefined {
  const root = readingOf(schema);
  const slots: Slot[] = [];
  for (const { name, schema: each, required } of membersOf(root.resolve(schema))) {
    const field = fieldOf(each, root);
    const { kind } = field;
    if (kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'choice') {
      const options = field.kind === 'choice' ? field.options : kind === 'boolean' ? BOOLEANS : [];
      slots.push({ name, kind, required, description: field.description ?? '', options });
    } else if (required) return undefined;
    if (slots.length > MAX_SLOT_COUNT) return undefined;
  }
  return slots.sort((one, other) => Number(other.required) - Number(one.required));
}

/** What a slot shows of the arguments. */
export function slotText({ name, kind, options }: Slot, text: string): string {
  const value = membersOfText(text).get(name);
  if (value === undefined) return '';
  const json = jsonText(value) ?? '';
  if (kind === 'choice' || kind === 'boolean') return options.some((each) => each.json === json) ? json : '';
  return typeof value === 'string' ? value : json;
}

/** The arguments with what was typed into a slot; without the member where nothing was. What is no number goes as the text that it is. */
export function withSlot({ name, kind }: Slot, typed: string, text: string): string {
  const members = new Map([...membersOfText(text)].map(([key, value]) => [key, jsonText(value) ?? 'null']));
  const isBare =
    kind === 'choice' || kind === 'boolean' || (kind === 'number' && isJson(typed) && /^[-\d]/.test(typed));
  if (typed === '') members.delete(name);
  else members.set(name, isBare ? typed : JSON.stringify(typed));
  return `{${[...members].map(([key, json]) => `${JSON.stringify(key)}: ${json}`).join(', ')}}`;
}
