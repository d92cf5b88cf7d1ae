/** A set with an item, or without it; by default the other way round than it was. */
export function withItem<Item>(set: ReadonlySet<Item>, item: Item, present = !set.has(item)): ReadonlySet<Item> {
  const next = new Set(set);
  if (present) next.add(item);
  else next.delete(item);
  return next;
}
