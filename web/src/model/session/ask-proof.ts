import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { createStore } from '../../lib/store.ts';
import { catchErrors } from './catch-errors.ts';

/** The user is asked to prove who they are; `answer` reports whether they have. */
export type ProofRequest = { answer(proven: boolean): void };

export const proofRequest = createStore<ProofRequest | null>(null);
let askers = 0;

/** Registers the dialog that asks; while there is none, calls that need a proof are refused. */
export function offerToAsk(): () => void {
  askers += 1;
  return () => {
    askers -= 1;
    if (askers === 0) proofRequest.get()?.answer(false);
  };
}

let asking: Promise<boolean> | null = null;
/** Asks the user once, however many calls wait for the answer. */
function askProof(): Promise<boolean> {
  if (askers === 0) return Promise.resolve(false);
  asking ??= new Promise<boolean>((resolve) => {
    proofRequest.set({
      answer(proven) {
        asking = null;
        proofRequest.set(null);
        resolve(proven);
      },
    });
  });
  return asking;
}

/**
 * Wraps the client: a call that needs a fresh proof waits until the user has given one, and is then repeated.
 */
export function withProof(api: ApiClient): ApiClient {
  return catchErrors(api, async (error, again) => {
    const asks = error instanceof ApiError && error.code === 'proof_required';
    if (asks && (await askProof())) return again();
    throw error;
  });
}
