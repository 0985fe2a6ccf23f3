const OFTEN_UNTIL = 2 * 60;
const OFTEN = 3;
const SELDOM = 10;

/** Seconds after which the set-up counts as abandoned. */
export const LOOKED_FOR = 15 * 60;

/** Whether to poll for the device's first sign-in, so many seconds after the set-up began. */
export function isTimeToLook(seconds: number): boolean {
  if (seconds > LOOKED_FOR) return false;
  return seconds % (seconds <= OFTEN_UNTIL ? OFTEN : SELDOM) === 0;
}
