import type { PhoneMethod } from '@bocau/contract/phone.ts';

export type PhoneMessage = {
  mailboxId: number;
  /** In international format (E.164). */
  number: string;
  method: PhoneMethod;
  code: string;
  /** What is shown or spoken; it contains the code. */
  text: string;
};

/** Delivers codes to telephones. */
export type PhoneGateway = {
  methods: readonly PhoneMethod[];
  /**
   * `refused`: the provider rejects this message. The promise rejects when the provider is unreachable or
   * does not answer in time.
   */
  send(message: PhoneMessage, signal: AbortSignal): Promise<'sent' | 'refused'>;
};
