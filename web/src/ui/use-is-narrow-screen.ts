import { useMediaQuery } from '@mantine/hooks';

/** LY-3: here the sidebar and a list do not fit side by side. */
const NARROW = '(max-width: 992px)';

export function useIsNarrowScreen(): boolean {
  return useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
}
