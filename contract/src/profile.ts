import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const GENDERS = ['male', 'female', 'other'] as const;
export type Gender = (typeof GENDERS)[number];

/** In letters. */
export const FULL_NAME = { min: 2, max: 50 } as const;
export const EARLIEST_BIRTH = '1900-01-01';

/** AC-3: letters and spaces alone, those of Vietnamese included; composed, with one space between words. */
export const fullName = z
  .string()
  .max(200)
  .transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim())
  .refine((name) => name !== '' && /^[\p{L}\p{M} ]+$/u.test(name), 'has other than letters and spaces')
  .refine((name) => {
    const letters = [...name].length;
    return letters >= FULL_NAME.min && letters <= FULL_NAME.max;
  }, `has not ${FULL_NAME.min} to ${FULL_NAME.max} letters`);

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDay, 'is no day');

const profile = z.object({
  email: z.string(),
  fullname: z.string(),
  /** As `1990-12-31`. */
  birth_date: z.string().nullable(),
  gender: z.enum(GENDERS).nullable(),
  /** In international form; it changes only by proving it. */
  phone: z.string().nullable(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/v2/account/info',
  summary: 'What a person says about themselves',
  access: 'session',
  on: 'person',
  data: profile,
  errors: [],
});

export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/v2/account/info',
  summary: 'Save name, date of birth and gender; answers the whole profile',
  access: 'session',
  on: 'person',
  body: z.object({
    fullname: fullName,
    birth_date: day.nullable().default(null),
    gender: z.enum(GENDERS).nullable().default(null),
  }),
  data: profile,
  errors: [],
});

function isDay(text: string): boolean {
  const parsed = new Date(`${text}T00:00:00Z`);
  return (
    !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text && text >= EARLIEST_BIRTH
  );
}
