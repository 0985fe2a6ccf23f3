import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/v2/messages/:id/unsubscribe',
  summary: 'Unsubscribe in one click (RFC 8058), where the message offers it and its signature was good',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'unsubscribing', count: 60, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  /** `failed`: the list’s server did not accept it; open its address, or write to it, instead. */
  data: z.object({ outcome: z.enum(['done', 'failed']) }),
  errors: ['message_not_found', 'unsubscribe_not_offered'],
});
