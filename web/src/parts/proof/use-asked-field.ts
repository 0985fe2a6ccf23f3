import { ApiError } from '@bocau/contract/client.ts';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/**
 * A field for a code or a password: after a refusal it keeps the focus and is selected, to be typed again.
 */
export function useAskedField() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function refuse(words: string) {
    setFault(words);
    field.current?.focus();
    field.current?.select();
  }

  async function send(act: (typed: string) => Promise<void>) {
    if (busy) return;
    setBusy(true);
    try {
      await act(typed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      refuse(errorWords(t, error));
    }
  }

  const props = {
    ref: field,
    size: 'md',
    value: typed,
    error: fault,
    'data-autofocus': true,
    onChange(event: { currentTarget: { value: string } }) {
      setTyped(event.currentTarget.value);
      setFault(null);
    },
  } as const;

  return { field, typed, busy, props, refuse, send };
}
