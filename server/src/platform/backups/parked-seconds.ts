/**
 * What came due since the backup was made that has been restored is put off by so much, beyond all times that people may
 * plan, until it is looked at.
 */
export const PARKED_SECONDS = 1_000_000_000_000;

export function isParked(dueAt: number): boolean {
  return dueAt >= PARKED_SECONDS;
}
