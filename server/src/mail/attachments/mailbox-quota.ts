import { Failure } from '../../platform/failure.ts';

/** Throws when the mailbox has not enough free quota. */
export function refuseOverQuota({ used, quota }: { used: number; quota: number }, added: number): void {
  if (used + added <= quota && used < quota) return;
  throw new Failure('quota_exceeded', 'The mailbox has run out of storage', {
    details: { used_bytes: used, quota_bytes: quota },
  });
}
