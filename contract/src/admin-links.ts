import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, id, queryNumber, unixSeconds } from './fields.ts';

export const LINKS_PER_PAGE = 20;

const domainLink = z.object({
  id,
  /** Files of the drive, behind a password; or a calendar, behind the secret of the link alone. */
  of: z.enum(['files', 'calendar']),
  /** Who made it. */
  maker: z.string(),
  maker_name: z.string(),
  /** What it opens, of which there may be more: five names at most. */
  names: z.array(z.string()),
  /** How many people outside the organisation it was made for; whoever has the link and its password may open it.
   * Null of a calendar: it names nobody. */
  outside: z.number().int().nullable(),
  /** `BUSY`, of a calendar: when its owner is busy. */
  permission: z.enum(['BUSY', 'READ', 'WRITE']),
  created_at: unixSeconds,
  expire_date: unixSeconds.nullable(),
  /** Null of a calendar: programs fetch it over and over. */
  opens: z.number().int().nullable(),
  opened_at: unixSeconds.nullable(),
});
export type DomainLink = z.infer<typeof domainLink>;

export const listDomainLinks = endpoint({
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/links',
  summary:
    'The links by which people outside may open files and calendars of the domain now, with who made them',
  access: { admin: 'domains:read' },
  limit: ADMIN_READS,
  params: z.object({ domain: z.string().min(1).max(253) }),
  query: z.object({
    cursor: z.string().max(1000).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(LINKS_PER_PAGE)).optional(),
  }),
  data: z.array(domainLink),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['not_found', 'invalid_cursor'],
});

const oneLink = {
  method: 'POST',
  access: { admin: 'domains:write' },
  limit: ADMIN_WRITES,
  params: z.object({ domain: z.string().min(1).max(253), id }),
  data: done,
} as const;

export const endDomainLink = endpoint({
  ...oneLink,
  path: '/api/admin/v1/domains/:domain/links/:id/end',
  summary:
    'Ends a link of somebody of the domain at once, running downloads included; a minute later its maker is sent a message',
  errors: ['not_found', 'proof_required'],
});

export const restoreDomainLink = endpoint({
  ...oneLink,
  path: '/api/admin/v1/domains/:domain/links/:id/restore',
  summary: 'Puts back a link that was ended this way',
  errors: ['not_found', 'proof_required', 'not_undoable'],
});
