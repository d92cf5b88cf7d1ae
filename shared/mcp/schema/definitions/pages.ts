/** Lists that come in pages (server/utilities/pagination). */
import { optional, ref, type Field, type Fields } from '../shape.ts';

/** Parameters of a request for a page. */
export const page: Fields = { cursor: optional(ref('Cursor'), 'nextCursor of the page before; none for the first.') };

export const nextCursor: Field = optional(ref('Cursor'), 'Cursor of the next page; none when this is the last.');
