import { z } from 'zod';
import { isValidAddress } from './address.ts';
import { endpoint } from './endpoint.ts';
import { done, id, line, mailAddress, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TEMPLATE_LIMITS } from './template-limits.ts';

/** Characters that the element of an image may have. */
const IMAGE_TAG = 1_000;

const recipients = z
  .array(
    z.object({
      name: line(LIMITS.recipientLength).default(''),
      email: z
        .string()
        .max(LIMITS.recipientLength)
        .refine((email) => isValidAddress(email), 'is no mail address'),
    }),
  )
  .max(TEMPLATE_LIMITS.recipients);

/** What a template says: the text is sanitised when it is saved. */
export const templateInput = z.object({
  name: line(TEMPLATE_LIMITS.nameLength).refine((name) => name.trim() !== '', 'is blank'),
  /** Empty outside of folders. */
  folder: line(TEMPLATE_LIMITS.folderLength).default(''),
  subject: line(LIMITS.subjectLength).default(''),
  html: z.string().max(TEMPLATE_LIMITS.textLength + TEMPLATE_LIMITS.images * IMAGE_TAG),
  to: recipients.default([]),
  cc: recipients.default([]),
  bcc: recipients.default([]),
});
export type TemplateInput = z.input<typeof templateInput>;

/** Absent fields stay as they are; defaults belong to new templates alone. */
export const templateChanges = z
  .object({
    name: templateInput.shape.name,
    folder: line(TEMPLATE_LIMITS.folderLength),
    subject: line(LIMITS.subjectLength),
    html: templateInput.shape.html,
    to: recipients,
    cc: recipients,
    bcc: recipients,
  })
  .partial();

export const listedTemplate = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  subject: z.string(),
  /** The fields of its subject and its text, each once. */
  fields: z.array(z.string()),
  /** How often it was put into a message. */
  uses: z.number(),
  updated_at: unixSeconds,
});
export type ListedTemplate = z.infer<typeof listedTemplate>;

export const templateContent = z.object({
  html: z.string(),
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  bcc: z.array(mailAddress),
});

export const template = listedTemplate.extend(templateContent.shape);
export type Template = z.infer<typeof template>;

export const templateReads = {
  name: 'reading templates',
  count: 600,
  perSeconds: 60,
  by: 'account',
} as const;
export const templateWrites = {
  name: 'changing templates',
  count: 400,
  perSeconds: 60,
  by: 'account',
} as const;
const which = { params: z.object({ id }) };

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/v2/templates',
  summary: 'The templates of the mailbox without their texts, by folder and name',
  access: 'session',
  on: { mailbox: 'read' },
  limit: templateReads,
  data: z.array(listedTemplate),
  errors: [],
});

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/v2/templates',
  summary: 'Add a template',
  access: 'session',
  on: { mailbox: 'manage' },
  limit: templateWrites,
  body: templateInput,
  data: template,
  errors: [],
});

export const getTemplate = endpoint({
  ...which,
  method: 'GET',
  path: '/api/v2/templates/:id',
  summary: 'A template with its text',
  access: 'session',
  on: { mailbox: 'read' },
  limit: templateReads,
  data: template,
  errors: ['template_not_found'],
});

export const updateTemplate = endpoint({
  ...which,
  method: 'PATCH',
  path: '/api/v2/templates/:id',
  summary: 'Change what is given of a template',
  access: 'session',
  on: { mailbox: 'manage' },
  limit: templateWrites,
  body: templateChanges,
  data: template,
  errors: ['template_not_found'],
});

export const deleteTemplate = endpoint({
  ...which,
  method: 'DELETE',
  path: '/api/v2/templates/:id',
  summary: 'Remove a template; for a day its images can be used in a new one',
  access: 'session',
  on: { mailbox: 'manage' },
  limit: templateWrites,
  data: done,
  errors: ['template_not_found'],
});

export const countTemplateUse = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/templates/:id/use',
  summary: 'Count that a template was put into a message',
  access: 'session',
  on: { mailbox: 'answer' },
  limit: templateWrites,
  data: done,
  errors: ['template_not_found'],
});

export const importTemplate = endpoint({
  method: 'POST',
  path: '/api/v2/templates/import',
  summary:
    'A template of a message or a page (multipart, field `file`: .eml, .oft, .msg or .html), sanitised, with its images',
  access: 'session',
  on: { mailbox: 'manage' },
  limit: { name: 'importing templates', count: 60, perSeconds: 60, by: 'account' },
  multipart: true,
  data: template,
  errors: ['too_large', 'quota_exceeded', 'unsupported_media_type'],
});

export const exportTemplate = endpoint({
  ...which,
  method: 'GET',
  path: '/api/v2/templates/:id/message',
  summary: 'A template as a message (.eml), with its images',
  access: 'cookie-get',
  on: { mailbox: 'read' },
  limit: templateReads,
  bytes: 'message/rfc822',
  errors: ['template_not_found'],
});
