import { createTheme, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  'var(--selected)',
  'var(--selected)',
  'var(--selected)',
  'var(--accent-text)',
  'var(--accent-text)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
];

/** Mantine components in our design; the measures and colours themselves are in tokens.css. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  primaryColor: 'accent',
  colors: { accent },
  defaultRadius: 6,
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.6', xl: '1.4' },
  respectReducedMotion: true,
  components: {
    // Focuses the first item directly, instead of a placeholder element, which a menu may not contain.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});
