import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Ids are opaque to clients: one that does not exist, whatever its shape, answers 404. */
export const id = z.string().min(1).max(100);
export const ids = z.array(id).min(1).max(LIMITS.idsPerCall);
export const unixSeconds = z.number().int();

/** A person as a mail header names one. */
export const mailAddress = z.object({ name: z.string(), email: z.string() });
export type MailAddress = z.infer<typeof mailAddress>;

export const senderDoubt = z.enum([
  /** From names several addresses: this one is the first, `others` has more. */
  'several_addresses',
  /** From is missing or has no address: this is what Sender says, or nobody. */
  'no_from',
  /** The name holds an address that is not the sender's: "ceo@bank.vn" <x@evil.example>. */
  'name_is_other_address',
  /** The name holds a domain that is not the sender's: "bank.vn" <x@evil.example>. */
  'name_is_other_domain',
  /** Characters that turn the direction of writing, or that nobody sees, were taken out of the name or address. */
  'hidden_characters',
  /** Of a message that is attached to another one: it claims an address of this service, and nobody checked it. */
  'unchecked_claim',
]);
export type SenderDoubt = z.infer<typeof senderDoubt>;

/**
 * Whom a message is from. The name is the sender's own invention, so the address is shown with it; where there are
 * doubts, it is shown marked. Names and addresses come without hidden characters.
 */
export const sender = mailAddress.extend({
  /** Left out where there are none. */
  doubts: z.array(senderDoubt).optional(),
  /** The other addresses of From, ten at most; left out where there are none. */
  others: z.array(mailAddress).optional(),
  /** The address is not only claimed: its domain's DMARC policy passed, or it was sent from here. Else left out. */
  proven: z.literal(true).optional(),
});
export type Sender = z.infer<typeof sender>;

export const queryFlag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const queryNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Success without anything to say. */
export const done = z.object({ ok: z.literal(true) });

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Text of one line. */
export const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => !CONTROL.test(text), 'has control characters');
