import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, line } from './fields.ts';
import { LIMITS } from './limits.ts';

export const keepSender = endpoint({
  method: 'POST',
  path: '/api/v2/rules/keep',
  summary:
    'Always put what comes from a sender into a folder, or give it a label, or end that: one filter for each place',
  access: 'session',
  on: { mailbox: 'manage' },
  body: z.object({
    /** An address. */
    from: line(LIMITS.recipientLength),
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('folder'), folder_id: id }),
      z.object({ kind: z.literal('label'), label_id: id }),
    ]),
    kept: z.boolean(),
  }),
  /** False where it was so before. */
  data: z.object({ changed: z.boolean() }),
  errors: ['folder_not_found', 'folder_not_allowed', 'label_not_found'],
});
export type KeepPlace = z.infer<typeof keepSender.body>['to'];
