import type { SendingDeps } from '../sending/sending-deps.ts';

export type SubmissionDeps = SendingDeps & {
  /** Our name, for the line that we add to what is sent. */
  mailName: string;
};
