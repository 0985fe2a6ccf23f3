import { z } from 'zod';
import { ADMIN_SCOPES, endpoint } from './endpoint.ts';
import { AUDITED_ACTS } from './people.ts';

/** What is written down of an administrator's act, whatever it was done to. */
export const ADMIN_ACTS = [
  ...AUDITED_ACTS,
  'provider_on',
  'provider_off',
  'token_added',
  'token_revoked',
  'domain_added',
  'domain_changed',
  'domain_deleted',
  'group_added',
  'group_changed',
  'group_deleted',
  'group_member_added',
  'group_member_removed',
  'group_keeper_added',
  'group_keeper_removed',
  'group_mail_released',
  'group_mail_refused',
  'group_mail_put_back',
  'group_writer_allowed',
  'group_request_refused',
  'template_keepers_changed',
  'room_added',
  'room_changed',
  'room_deleted',
  'room_released',
  'calendar_of_company',
  'calendar_not_of_company',
  'queue_retried',
  'queue_held',
  'queue_released',
  'queue_removed',
  'mail_restored',
  'mail_exported',
  'mail_imported',
  'mail_moved_in',
  'installation_restored',
  'brake_changed',
  'session_ended',
  'app_password_revoked',
] as const;
export type AdminAct = (typeof ADMIN_ACTS)[number];

/** A person or a program does much at once; the machine is protected, no secret. */
export const ADMIN_READS = { name: 'admin reads', count: 600, perSeconds: 60, by: 'account' } as const;
export const ADMIN_WRITES = { name: 'admin writes', count: 300, perSeconds: 60, by: 'account' } as const;

export const getAdministrator = endpoint({
  method: 'GET',
  path: '/api/admin/v1/me',
  summary: 'Who calls, what they may, and whether a domain is all that they administer',
  access: { admin: 'any' },
  limit: ADMIN_READS,
  data: z.object({
    /** The address of a person, the name of a token. */
    name: z.string(),
    scopes: z.array(z.enum(ADMIN_SCOPES)),
    /** Null: the whole installation. */
    domain: z.string().nullable(),
  }),
  errors: [],
});
