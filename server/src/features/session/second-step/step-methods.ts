import type { StepMethod } from '@bocau/contract/second-step.ts';
import type { ReadDb } from '../../../tables.ts';
import { countPasskeys } from '../passkeys/passkeys.store.ts';
import { isOn, readSecondStep } from './second-step.store.ts';

/** The methods for the second step of a mailbox, fastest first; none while it is off. */
export async function readStepMethods(db: ReadDb, mailboxId: number): Promise<StepMethod[]> {
  const step = await readSecondStep(db, mailboxId);
  if (!step || !isOn(step)) return [];
  const methods: StepMethod[] = [];
  if ((await countPasskeys(db, mailboxId)) > 0) methods.push('passkey');
  if (step.totp_secret) methods.push('totp');
  return [...methods, 'recovery_code'];
}
