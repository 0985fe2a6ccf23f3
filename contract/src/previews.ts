import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const preparePreview = endpoint({
  method: 'POST',
  path: '/api/v2/files/:id/preview',
  summary: 'An office document as PDF: begins to make it where there is none yet, and tells how far it is',
  access: 'session',
  limit: { name: 'previews', count: 300, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  data: z.object({
    /** `working`: ask again in a moment. `unavailable`: no document that can be shown, or not here. */
    state: z.enum(['ready', 'working', 'unavailable', 'failed']),
    /** Where the PDF is, once it is ready. */
    url: z.string().nullable(),
  }),
  errors: ['file_not_found'],
});

export const getPreview = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/preview.pdf',
  summary: 'The PDF of an office document; ranges are answered',
  access: 'cookie-get',
  params: z.object({ id }),
  bytes: 'application/pdf',
  errors: ['file_not_found', 'preview_not_ready', 'range_not_satisfiable'],
});
