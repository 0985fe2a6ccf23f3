import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Ids are opaque to clients: one that does not exist, whatever its shape, answers 404. */
export const id = z.string().min(1).max(100);
export const ids = z.array(id).min(1).max(LIMITS.idsPerCall);
export const unixSeconds = z.number().int();

/** A person as a mail header names one. */
export const mailAddress = z.object({ name: z.string(), email: z.string() });
export type MailAddress = z.infer<typeof mailAddress>;

export const queryFlag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const queryNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Success without anything to say. */
export const done = z.object({ ok: z.literal(true) });
