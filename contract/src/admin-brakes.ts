import { z } from 'zod';
import { actOnQueue } from './admin-mail.ts';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { unixSeconds } from './fields.ts';

/** By what somebody was held automatically: recipients elsewhere within an hour or a day, or refused ones. */
export const BRAKES = ['hour', 'day', 'refused'] as const;

const address = z.string().min(1).max(320);
const brake = z.object({
  sender: z.string(),
  at: unixSeconds,
  brake: z.enum(BRAKES),
  /** As the sender reads it. */
  reason: z.string(),
  /** Recipients for whom their messages wait. */
  waiting: z.number(),
});
export type Braked = z.infer<typeof brake>;

export const listBrakes = endpoint({
  method: 'GET',
  path: '/api/admin/v1/brakes',
  summary: 'Who was held automatically as they sent far more than usual, the latest first; at most 200',
  access: { admin: 'mail:read' },
  limit: ADMIN_READS,
  data: z.array(brake),
  errors: [],
});

export const actOnBrake = endpoint({
  method: 'POST',
  path: '/api/admin/v1/brakes/acts',
  summary:
    'Lets what was held automatically leave, or removes it; who removes has to have proved lately who they are',
  access: { admin: 'mail:write' },
  limit: ADMIN_WRITES,
  body: z.object({
    act: z.enum(['release', 'remove']),
    sender: address,
    /** The sender of what is removed reads it. */
    reason: z.string().max(200).optional(),
  }),
  data: actOnQueue.data,
  errors: ['not_found', 'proof_required'],
});

/** The highest that a limit of a sender or of a domain may be. */
export const MOST_RECIPIENTS = 1_000_000;

/** Null: as the domain has it, or else the installation. */
const figure = z.number().int().min(1).max(MOST_RECIPIENTS).nullable();
const brakeLimits = z.object({
  /** False: the sender is never held automatically. Of a domain always true. */
  on: z.boolean(),
  per_hour: figure,
  per_day: figure,
});
export type BrakeLimits = z.infer<typeof brakeLimits>;
const whose = { sender: address.optional(), domain: z.string().min(1).max(253).optional() };

export const showBrakeLimits = endpoint({
  method: 'GET',
  path: '/api/admin/v1/brakes/limits',
  summary:
    'From how many recipients elsewhere on a sender, or the people of a domain, are held automatically',
  access: { admin: 'mail:read', provider: true },
  limit: ADMIN_READS,
  query: z.object(whose),
  data: brakeLimits,
  errors: ['not_found'],
});

export const changeBrakeLimits = endpoint({
  method: 'PATCH',
  path: '/api/admin/v1/brakes/limits',
  summary: 'Changes that, of a sender or of a domain; a figure that is given counts even where more is usual',
  access: { admin: 'mail:write', provider: true },
  limit: ADMIN_WRITES,
  body: z.object({
    ...whose,
    /** Of a sender alone. */
    on: z.boolean().optional(),
    per_hour: figure.optional(),
    per_day: figure.optional(),
  }),
  data: brakeLimits,
  errors: ['not_found'],
});
