const OFTEN_UNTIL = 2 * 60;
const OFTEN = 3;
const SELDOM = 10;

/** Seconds after which nobody is at it any more. */
export const LOOKED_FOR = 15 * 60;

/** Whether it is time to look whether the device has signed in, so many seconds after it began. */
export function isTimeToLook(seconds: number): boolean {
  if (seconds > LOOKED_FOR) return false;
  return seconds % (seconds <= OFTEN_UNTIL ? OFTEN : SELDOM) === 0;
}
