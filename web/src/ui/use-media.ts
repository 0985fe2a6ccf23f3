import { useMediaQuery } from '@mantine/hooks';

/** Whether a media query matches, from the first render on. */
export function useMedia(query: string): boolean {
  return useMediaQuery(query, window.matchMedia(query).matches);
}
