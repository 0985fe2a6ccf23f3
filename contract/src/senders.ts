import { z } from 'zod';
import { isValidAddress } from './address.ts';
import { endpoint } from './endpoint.ts';
import { mailAddress } from './fields.ts';
import { signatureChoice } from './settings.ts';

const SENDERS_ON_PAGE = 10;
const NAME_LENGTH = 100;

/** An own address that mail can be sent from; one of them is the default. */
export const senderAccount = mailAddress.extend({
  default: z.boolean(),
  /** With which signature mail from it begins: `main`, `none` or an id; null is as the settings choose. */
  signature: z.string().nullable(),
});
export type SenderAccount = z.infer<typeof senderAccount>;

const address = z.string().refine(isValidAddress, 'no address that mail can be sent to');
const number = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .refine((value) => value <= most, `at most ${most}`);

export const saveSender = endpoint({
  method: 'POST',
  path: '/api/v2/accounts',
  summary:
    'Name an own address as a sender, or choose its signature; an empty name is the one of the mailbox. Answers the sender accounts',
  access: 'session',
  on: { mailbox: 'manage' },
  body: z.object({
    email: address,
    name: z
      .string()
      .max(NAME_LENGTH)
      // Nothing that ends a line of a header, or that nobody sees.
      .refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'has characters that can not be shown')
      .transform((name) => name.trim())
      .optional(),
    signature: signatureChoice.nullable().optional(),
  }),
  data: z.array(senderAccount),
  errors: ['sender_not_allowed', 'signature_not_found'],
});

export const listSendAs = endpoint({
  method: 'GET',
  path: '/api/v2/accounts/default-sender',
  summary: 'The addresses that mail can be sent from, the default first, a page at a time',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({
    page: number(100_000).default(1),
    per_page: number(100).default(SENDERS_ON_PAGE),
  }),
  data: z.array(senderAccount),
  meta: z.object({ total: z.number().int() }),
  errors: [],
});

export const setDefaultSender = endpoint({
  method: 'POST',
  path: '/api/v2/accounts/default-sender',
  summary: 'Send new mail from this own address; answers the sender accounts',
  access: 'session',
  on: { mailbox: 'manage' },
  body: z.object({ email: address }),
  data: z.array(senderAccount),
  errors: ['sender_not_allowed'],
});
