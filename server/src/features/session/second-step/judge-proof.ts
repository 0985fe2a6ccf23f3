import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { Tx } from '../../../tables.ts';
import { judgePasskey } from '../passkeys/judge-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { type CodeDeps, judgeCode, type Verdict } from './judge-code.ts';

export type ProofDeps = CodeDeps & { party: RelyingParty };
/** The proof for the second step. */
export type StepProof = { code: string } | { passkey: PasskeyAnswer };

/**
 * Verifies a code or a passkey of this mailbox; `asked`: the purpose and the recipient of the passkey's
 * challenge.
 */
export function judgeProof(
  deps: ProofDeps,
  tx: Tx,
  mailboxId: number,
  given: StepProof,
  asked: { purpose: 'step' | 'proof'; boundTo: Buffer },
): Promise<Verdict> {
  if ('code' in given) {
    return judgeCode(deps, tx, mailboxId, given.code, asked.purpose === 'step' ? asked.boundTo : null);
  }
  return judgePasskey(deps, tx, given.passkey, { ...asked, mailboxId });
}
