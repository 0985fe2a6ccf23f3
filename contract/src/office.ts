import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const openInOffice = endpoint({
  method: 'POST',
  path: '/storage/v1/files/:id/office',
  summary: 'Open a file in the editor of office documents: an address for a frame, and a token to post there',
  access: 'session',
  on: 'person',
  limit: { name: 'office', count: 120, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  body: z.object({
    /** Left out: edited where the caller and the editor can. */
    action: z.enum(['edit', 'view']).optional(),
    language: z.enum(['vi', 'en']).optional(),
  }),
  data: z.object({
    /** `off`: there is no editor here. `silent`: it does not answer. `unsupported`: it does not open such files. */
    state: z.enum(['ready', 'off', 'silent', 'unsupported']),
    name: z.string(),
    /** The folder that holds the file, as far as the caller may see it. */
    parent_id: id.nullable(),
    /** What the editor opens it for; the others are null where there is nothing to open. */
    action: z.enum(['edit', 'view']).nullable(),
    /** Who edits it now by another editor's lock, so that it can only be read. */
    locked_by: z.string().nullable(),
    url: z.string().nullable(),
    /** Opens this one file for this person, as a form posts it into the frame. */
    access_token: z.string().nullable(),
    /** When the token ends: milliseconds since 1970, as the protocol has it. */
    access_token_ttl: z.number().int().nullable(),
  }),
  errors: ['file_not_found', 'drive_disabled', 'file_not_allowed'],
});
