/** Where the layout changes; style sheets have the same widths, which tools/check-tokens.ts keeps to these. */
export const PHONE = '(max-width: 576px)';
/** LY-3: here the sidebar and a list do not fit side by side. */
export const NARROW = '(max-width: 992px)';
/** The other side of it, at widths between two pixels too. */
export const WIDE = '(min-width: 992.02px)';
