import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import type { PasswordGate } from '../session/password-gate.ts';

export type SubmissionDeps = SendingDeps & {
  /** Our name, for the line that we add to what is sent. */
  mailName: string;
  passwordGate: PasswordGate;
};
