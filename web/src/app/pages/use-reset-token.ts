import { useEffect, useState } from 'react';
import { takeResetToken } from './take-reset-token.ts';

/** The token of the link that led here, until it is discarded. */
export function useResetToken() {
  const [token, setToken] = useState(takeResetToken);
  useEffect(() => {
    // Opening another link while the page is shown does not reload it.
    const take = () => setToken((before) => takeResetToken() ?? before);
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return [token, setToken] as const;
}
