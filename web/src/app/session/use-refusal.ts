import { ApiError } from '@bocau/contract/client.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { signInWords } from './sign-in-words.ts';

/** The message of a refused sign-in, and whether it needs a code. */
export function useRefusal(first: string | null = null) {
  const { t } = useTranslation();
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState(first);
  const [isFault, setIsFault] = useState(true);
  // A stable function, so that effects can depend on it.
  const say = useCallback((words: string | null, fault = true) => {
    setProblem(words);
    setIsFault(fault);
  }, []);
  return {
    needsCode,
    problem,
    /** False when the user cancelled. */
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

/** The refused field is focused and selected, to be typed again; until then the button had the focus. */
function selectRefused(error: unknown, form: HTMLFormElement): void {
  const name = error instanceof ApiError && error.code === 'code_incorrect' ? 'code' : 'password';
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
