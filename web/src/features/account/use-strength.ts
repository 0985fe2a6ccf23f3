import { useEffect, useState } from 'react';
import { after } from '../../lib/timers.ts';
import type { Strength } from './password-strength.ts';

const PAUSE_MS = 200;

/**
 * How hard the password is to guess, computed once typing pauses; null before that, and where the
 * dictionaries fail to load.
 */
export function useStrength(password: string, person: { email: string; fullname: string } | undefined) {
  const [known, setKnown] = useState<{ password: string; strength: Strength } | null>(null);
  const words = person ? `${person.email} ${person.fullname}` : '';
  useEffect(() => {
    if (password === '') return;
    let left = false;
    async function judge() {
      const estimator = await import('./password-strength.ts').catch(() => null);
      if (left || estimator === null) return;
      setKnown({ password, strength: estimator.strengthOf(password, words.split(/[\s@.]+/)) });
    }
    const stop = after(PAUSE_MS, () => void judge());
    return () => {
      left = true;
      stop();
    };
  }, [password, words]);
  return known?.password === password ? known.strength : null;
}
