import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { offerToAsk, proofRequest } from '../../model/session/ask-proof.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ProofDialog = lazyPart(async () => {
  const [{ ProofDialog: Dialog }] = await Promise.all([import('./proof-dialog.tsx'), loadLaterWords()]);
  return Dialog;
}, 'on-demand');

/** Shows the dialog for a fresh proof of identity, whichever call needs it. */
export function ProofHost() {
  const request = useSyncExternalStore(proofRequest.subscribe, proofRequest.get);
  useEffect(() => offerToAsk(), []);
  return <Suspense>{request && <ProofDialog onAnswer={request.answer} />}</Suspense>;
}
