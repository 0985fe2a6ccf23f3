import { useState } from 'react';

/** State that is reset when the key changes, also back to an earlier key. */
export function useKeyed<T>(key: string, initial: T): [T, (value: T) => void] {
  const [kept, keep] = useState({ key, value: initial });
  if (kept.key !== key) keep({ key, value: initial });
  return [kept.key === key ? kept.value : initial, (value) => keep({ key, value })];
}
