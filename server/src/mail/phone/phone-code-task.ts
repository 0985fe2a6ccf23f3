import { defineTask } from '../../platform/jobs/task.ts';
import type { PhonePurpose } from './phone-codes.store.ts';

export type PhoneCodeJob = { mailboxId: number; purpose: PhonePurpose; id: string };

/** Tried once: nobody can tell whether a gateway that went silent has sent it, and its person can ask for another. */
export const phoneCodeTask = defineTask<PhoneCodeJob>('phone_code', { maxAttempts: 1, lane: 'outside' });
