/** The screens that journeys about layout are made on. */
export const LAPTOP = { width: 1366, height: 768 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const SMALL_PHONE = { width: 360, height: 640 };
/** A laptop at 400 % too. */
export const SMALLEST = { width: 320, height: 640 };
