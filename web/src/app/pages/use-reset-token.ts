import { useEffect, useState } from 'react';
import { takeResetToken } from './take-reset-token.ts';

/** The token of the link that led here, until it is put away. */
export function useResetToken() {
  const [token, setToken] = useState(takeResetToken);
  useEffect(() => {
    // A link that is opened where the page is shown already loads nothing anew.
    const take = () => setToken((before) => takeResetToken() ?? before);
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return [token, setToken] as const;
}
