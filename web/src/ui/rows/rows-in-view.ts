type View = { offset: number; size: number; beside: number; count: number; height: number; always: number };

/** The indexes of the rows in view, of some on either side, and of the one that is always rendered. */
export function rowsInView({ offset, size, beside, count, height, always }: View): number[] {
  const first = Math.max(0, Math.floor(offset / height) - beside);
  const last = Math.min(count - 1, Math.ceil((offset + size) / height) - 1 + beside);
  const indexes: number[] = [];
  if (always >= 0 && always < Math.min(first, count)) indexes.push(always);
  for (let index = first; index <= last; index += 1) indexes.push(index);
  if (always > last && always >= first && always < count) indexes.push(always);
  return indexes;
}
