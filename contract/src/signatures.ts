import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, line } from './fields.ts';
import { LIMITS } from './limits.ts';
import { signatureText } from './settings.ts';

/** A signature besides the main one, which is the setting `signature`. */
export const signature = z.object({
  id: z.string(),
  name: z.string(),
  /** Sanitised when it is saved. */
  html: z.string(),
});
export type Signature = z.infer<typeof signature>;

const input = z.object({
  name: line(LIMITS.signatureNameLength).refine((name) => name.trim() !== '', 'is blank'),
  html: signatureText,
});

export const listSignatures = endpoint({
  method: 'GET',
  path: '/api/v2/signatures',
  summary: 'The signatures besides the main one, which is the setting `signature`',
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(signature),
  errors: [],
});

export const createSignature = endpoint({
  method: 'POST',
  path: '/api/v2/signatures',
  summary: 'Add a signature',
  access: 'session',
  on: { mailbox: 'manage' },
  body: input,
  data: signature,
  errors: [],
});

export const updateSignature = endpoint({
  method: 'PATCH',
  path: '/api/v2/signatures/:id',
  summary: 'Change the name or the text of a signature',
  access: 'session',
  on: { mailbox: 'manage' },
  params: z.object({ id }),
  body: input.partial(),
  data: signature,
  errors: ['signature_not_found'],
});

export const deleteSignature = endpoint({
  method: 'DELETE',
  path: '/api/v2/signatures/:id',
  summary: 'Remove a signature; where it was chosen, the main one or none stands in its place',
  access: 'session',
  on: { mailbox: 'manage' },
  params: z.object({ id }),
  data: done,
  errors: ['signature_not_found'],
});
