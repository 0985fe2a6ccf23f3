import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { message } from './messages.ts';

export const answerReceipt = endpoint({
  method: 'POST',
  path: '/api/v2/messages/:id/receipt',
  summary: 'Confirms that a message was read (RFC 8098), or says no; the first answer stands',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'answering', count: 60, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  body: z.object({ send: z.boolean() }),
  data: message,
  errors: [
    'message_not_found',
    'receipt_not_offered',
    'sending_disabled',
    'sender_not_allowed',
    'sending_limit_reached',
  ],
});
