import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { Tx } from '../../../tables.ts';
import { judgePasskey } from '../passkeys/judge-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { type CodeDeps, judgeCode, type Verdict } from './judge-code.ts';

export type ProofDeps = CodeDeps & { party: RelyingParty };
/** What is shown for the second step. */
export type StepProof = { code: string } | { passkey: PasskeyAnswer };

/** A code or a passkey of this mailbox; `asked`: for what the passkey's challenge was given out, and to whom. */
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
