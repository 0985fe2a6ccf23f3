import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';
import {
  listedTemplate,
  templateChanges,
  templateContent,
  templateInput,
  templateReads,
  templateWrites,
} from './templates.ts';

/** Of each template of a domain so many are kept, the current one included. */
export const TEMPLATE_VERSIONS = 20;
/** So long a template of a domain can be restored after it was deleted. */
export const DELETED_TEMPLATE_DAYS = 30;
const MOST_KEEPERS = 20;

const listed = listedTemplate.omit({ uses: true }).extend({
  version: z.number(),
  /** The address of who changed it last. */
  updated_by: z.string(),
});
export type ListedDomainTemplate = z.infer<typeof listed>;
const whole = listed.extend(templateContent.shape);
export type DomainTemplate = z.infer<typeof whole>;

const listedVersion = z.object({
  version: z.number(),
  name: z.string(),
  updated_at: unixSeconds,
  updated_by: z.string(),
});
export type TemplateVersion = z.infer<typeof listedVersion>;

const keeper = z.object({ email: z.string(), name: z.string() });

const which = z.object({ id });
const whichVersion = which.extend({ version: z.string().regex(/^\d{1,9}$/, 'is no version') });
const reading = { method: 'GET', access: 'session', on: 'person', limit: templateReads } as const;
const writing = { access: 'session', on: 'person', limit: templateWrites } as const;

export const listDomainTemplates = endpoint({
  ...reading,
  path: '/api/v2/domain-templates',
  summary:
    'The templates of the domain without their texts, by folder and name, and whether one may change them',
  data: z.array(listed),
  meta: z.object({
    /** As an owner of the domain, or as one whom an owner named. */
    may_change: z.boolean(),
    /** Names who may, as an owner. */
    may_name_keepers: z.boolean(),
  }),
  errors: [],
});

export const createDomainTemplate = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v2/domain-templates',
  summary: 'Add a template of the domain; it copies the files of the mailbox that its text shows as images',
  body: templateInput,
  data: whole,
  errors: ['forbidden'],
});

export const getDomainTemplate = endpoint({
  ...reading,
  path: '/api/v2/domain-templates/:id',
  summary: 'A template of the domain with its text',
  params: which,
  data: whole,
  errors: ['template_not_found'],
});

export const showTemplateImage = endpoint({
  ...reading,
  access: 'cookie-get',
  path: '/api/v2/domain-templates/images/:id',
  summary: 'An image of a template of the domain; ranges are answered',
  params: which,
  bytes: 'image/*',
  errors: ['file_not_found', 'range_not_satisfiable'],
});

export const takeDomainTemplate = endpoint({
  method: 'POST',
  path: '/api/v2/domain-templates/:id/take',
  summary: 'The text of a template of the domain for a message, with its images as files of the mailbox',
  access: 'session',
  on: { mailbox: 'answer' },
  limit: templateWrites,
  params: which,
  data: z.object({ html: z.string() }),
  errors: ['template_not_found', 'quota_exceeded'],
});

export const updateDomainTemplate = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v2/domain-templates/:id',
  summary: 'Change what is given of a template of the domain; what it was before stays as a version',
  params: which,
  body: templateChanges.extend({
    /** The version that was changed; without one, whatever the template says now is changed. */
    version: z.number().int().optional(),
  }),
  data: whole,
  /** `template_changed`: `details` has the present `version` and who made it, `updated_by`. */
  errors: ['template_not_found', 'template_changed', 'forbidden'],
});

export const deleteDomainTemplate = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v2/domain-templates/:id',
  summary: 'Remove a template of the domain; it can be restored for thirty days',
  params: which,
  data: done,
  errors: ['template_not_found', 'forbidden'],
});

export const restoreDomainTemplate = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v2/domain-templates/:id/restore',
  summary: 'Bring back a template of the domain that was removed, with its versions',
  params: which,
  data: whole,
  errors: ['template_not_found', 'forbidden'],
});

export const listTemplateVersions = endpoint({
  ...reading,
  path: '/api/v2/domain-templates/:id/versions',
  summary: 'The last versions of a template of the domain, the newest first',
  params: which,
  data: z.array(listedVersion),
  errors: ['template_not_found', 'forbidden'],
});

export const getTemplateVersion = endpoint({
  ...reading,
  path: '/api/v2/domain-templates/:id/versions/:version',
  summary: 'A template of the domain as it was',
  params: whichVersion,
  data: whole,
  errors: ['template_not_found', 'forbidden'],
});

export const putBackTemplateVersion = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v2/domain-templates/:id/versions/:version/put-back',
  summary: 'Make a template of the domain what it was, as a new version',
  params: whichVersion,
  data: whole,
  errors: ['template_not_found', 'forbidden'],
});

export const listTemplateKeepers = endpoint({
  ...reading,
  path: '/api/v2/template-keepers',
  summary: 'Who may change the templates of the domain besides its owners',
  data: z.array(keeper),
  errors: [],
});

export const nameTemplateKeepers = endpoint({
  ...writing,
  access: { role: 'owner' },
  method: 'PUT',
  path: '/api/v2/template-keepers',
  summary: 'Name who may change the templates of the domain besides its owners',
  body: z.object({ emails: z.array(z.string().min(1).max(254)).max(MOST_KEEPERS) }),
  data: z.array(keeper),
  errors: ['forbidden', 'proof_required'],
});
