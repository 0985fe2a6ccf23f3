import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session-context.ts';

/** AU-1: lets the browser offer passkeys in the address field while the form is shown. */
export function usePasskeyAutofill(onAnswer: (answer: PasskeyAnswer) => void): void {
  const { api } = useSession();
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  useEffect(() => {
    if (!window.PublicKeyCredential?.isConditionalMediationAvailable) return;
    let isOver = false;
    let stop = () => {};
    import('../../parts/passkeys/offer-passkeys.ts').then(
      ({ offerPasskeys }) => {
        if (!isOver) stop = offerPasskeys(api, (answer) => latest.current(answer));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [api]);
}
