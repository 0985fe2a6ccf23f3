import type { Logger } from '../../platform/logger.ts';

type FailedSignIn = {
  /** The client's address. */
  address: string;
  protocol: string;
  reason: string;
  mailbox: number | null;
};

/** Omits the typed address: it may be a password in the wrong field. */
export function logFailedSignIn(log: Logger, { address, protocol, reason, mailbox }: FailedSignIn): void {
  log.warn({ event: 'sign_in_failed', client: address, protocol, reason, mailbox }, 'sign-in failed');
}
