import { ApiError } from '@bocau/contract/client.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { signInWords } from './sign-in-words.ts';

/** Why a sign-in was refused, and whether it needs a code. */
export function useRefusal(first: string | null = null) {
  const { t } = useTranslation();
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState(first);
  const [isFault, setIsFault] = useState(true);
  // The same one for good, for effects that say something.
  const say = useCallback((words: string | null, fault = true) => {
    setProblem(words);
    setIsFault(fault);
  }, []);
  return {
    needsCode,
    problem,
    /** Not so where the person left it. */
    isFault,
    clear: () => setProblem(null),
    say,
    show(error: unknown, form: HTMLFormElement): void {
      if (error instanceof ApiError && error.code === 'code_required') {
        setNeedsCode(true);
        return;
      }
      setProblem(signInWords(t, error));
      setIsFault(true);
      selectRefused(error, form);
    },
  };
}

/** What was refused is typed again: the focus, which the button had, goes to it. */
function selectRefused(error: unknown, form: HTMLFormElement): void {
  const name = error instanceof ApiError && error.code === 'code_incorrect' ? 'code' : 'password';
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
