import { LIMITS } from '@bocau/contract/limits.ts';

/** In batches of what one call accepts. */
export function portions<T>(items: readonly T[]): T[][] {
  const most = LIMITS.idsPerCall;
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) =>
    items.slice(at * most, (at + 1) * most),
  );
}
