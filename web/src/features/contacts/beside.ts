/** Below this width, a card takes the place of the list. */
export const BESIDE = 760;
