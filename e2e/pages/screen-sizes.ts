/** Screen sizes used by the journeys about layout. */
export const LAPTOP = { width: 1366, height: 768 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const SMALL_PHONE = { width: 360, height: 640 };
/** Also a laptop at 400 % zoom. */
export const SMALLEST = { width: 320, height: 640 };
