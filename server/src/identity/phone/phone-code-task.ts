import { defineTask } from '../../platform/jobs/task.ts';
import type { PhonePurpose } from './phone-codes.store.ts';

export type PhoneCodeJob = { mailboxId: number; purpose: PhonePurpose; id: string };

/** Attempted once: a gateway that timed out may have sent the code, and the user can request another. */
export const phoneCodeTask = defineTask<PhoneCodeJob>('phone_code', { maxAttempts: 1, lane: 'outside' });
