/** Layout breakpoints; tools/check-tokens.ts checks that the style sheets use the same widths. */
export const PHONE = '(max-width: 576px)';
/** LY-3: below this width, the sidebar and a list do not fit side by side. */
export const NARROW = '(max-width: 992px)';
/** The complement of NARROW, for fractional widths too. */
export const WIDE = '(min-width: 992.02px)';
/** A phone that lies on its side. */
export const LOW = '(max-height: 480px)';
