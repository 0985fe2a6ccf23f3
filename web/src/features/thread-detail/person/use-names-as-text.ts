import { useState } from 'react';

const CRAMPED = '(pointer: coarse), (max-width: 576px)';

/**
 * Whether names in the head of a message are text, as it was when the part was first shown: a finger misses links in a
 * line of text, and in a narrow window they would lie in the middle of what folds the message.
 */
export function useNamesAsText(): boolean {
  const [cramped] = useState(() => window.matchMedia(CRAMPED).matches);
  return cramped;
}
