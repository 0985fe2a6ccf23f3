import type { PhoneMethod } from '@bocau/contract/phone.ts';

export type PhoneMessage = {
  mailboxId: number;
  /** In international form (E.164). */
  number: string;
  method: PhoneMethod;
  code: string;
  /** What is shown or said; it holds the code. */
  text: string;
};

/** What brings codes to telephones. */
export type PhoneGateway = {
  methods: readonly PhoneMethod[];
  /** `refused`: it will not take this one. Rejects where it can't be asked, or does not answer in time. */
  send(message: PhoneMessage, signal: AbortSignal): Promise<'sent' | 'refused'>;
};
