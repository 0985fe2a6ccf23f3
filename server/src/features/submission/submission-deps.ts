import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import type { ProgramSignInDeps } from '../session/sign-in-program.ts';

export type SubmissionDeps = SendingDeps &
  ProgramSignInDeps & {
    /** Our host name, for the trace field that we add. */
    mailName: string;
  };
