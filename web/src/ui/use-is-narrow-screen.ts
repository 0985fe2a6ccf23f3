import { NARROW } from './breakpoints.ts';
import { useMedia } from './use-media.ts';

export function useIsNarrowScreen(): boolean {
  return useMedia(NARROW);
}
