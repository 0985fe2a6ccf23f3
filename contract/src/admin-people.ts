import { z } from 'zod';
import { ADMIN_READS } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { mailAddress, unixSeconds } from './fields.ts';
import * as people from './people.ts';

/**
 * The same operations as those of owners, for whoever administers: of one domain, or of all. They act on nothing of the
 * caller's, who may be a program.
 */
const reading = { admin: 'people:read' } as const;
const writing = { admin: 'people:write' } as const;
const LONGEST_ADDRESS = 254;

export const listAllPeople = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people',
  summary:
    'The people of all domains, or of `domain`; `search` takes beginnings of words of name and address',
  access: reading,
  limit: ADMIN_READS,
  query: people.listPeople.query.extend({ domain: z.string().min(1).max(253).optional() }),
  data: people.listPeople.data,
  meta: people.listPeople.meta,
  errors: ['invalid_cursor', 'not_found'],
});

export const showAnyPerson = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people/:id',
  summary: 'One person, by id or by any of their addresses, with what their mail and their files take',
  access: reading,
  limit: ADMIN_READS,
  params: z.object({ id: z.string().min(1).max(LONGEST_ADDRESS) }),
  data: people.person.extend({
    /** In bytes. */
    used_drive_quota: z.number(),
    /** Administers the whole installation. */
    provider: z.boolean(),
    /** Nobody of their domain signs in or sends. */
    domain_suspended: z.boolean(),
    /** What they send elsewhere is held as a whole: automatically, or by an administrator. */
    held: z.boolean(),
    /** How many messages leave once sending is given back; 0 where it is not suspended. */
    held_messages: z.number(),
    /** How many messages wait for a moment, or are sent periodically; also where sending is suspended. */
    planned_messages: z.number(),
    /** How many events with others they organise that are not over. */
    meetings: z.object({
      open: z.number(),
      /** They are handed to nobody. */
      private: z.number(),
      /** There are more than are counted. */
      more: z.boolean(),
      /** Left out unless they are being handed over. */
      hand_over: z
        .object({
          heir: mailAddress,
          moved: z.number(),
          left: z.number(),
          /** Left out unless it waits until the heir may send more. */
          goes_on_at: unixSeconds.optional(),
          /** The last attempt failed; there will be another one. */
          failed: z.boolean(),
        })
        .optional(),
    }),
  }),
  errors: ['not_found'],
});

export type ShownPerson = z.infer<typeof showAnyPerson.data>;

export const createAnyPerson = endpoint({
  ...people.createPerson,
  path: '/api/admin/v1/people',
  summary: 'Somebody new, and once the link by which they choose a password',
  access: writing,
  on: undefined,
});

export const makeAnyPasswordLink = endpoint({
  ...people.makePasswordLink,
  path: '/api/admin/v1/people/:id/password-link',
  access: writing,
  on: undefined,
});

export const changeAnyPerson = endpoint({
  ...people.changePerson,
  path: '/api/admin/v1/people/:id',
  access: writing,
  on: undefined,
});

export const suspendAnyPerson = endpoint({
  ...people.suspendPerson,
  path: '/api/admin/v1/people/:id/suspend',
  access: writing,
  on: undefined,
});

export const restoreAnyPerson = endpoint({
  ...people.restorePerson,
  path: '/api/admin/v1/people/:id/restore',
  access: writing,
  on: undefined,
});

export const setAnySuspension = endpoint({
  ...people.setSuspension,
  path: '/api/admin/v1/people/:id/suspension',
  access: writing,
  on: undefined,
});

export const deleteAnyPerson = endpoint({
  ...people.deletePerson,
  path: '/api/admin/v1/people/:id',
  access: writing,
  on: undefined,
});

export const undeleteAnyPerson = endpoint({
  ...people.undeletePerson,
  path: '/api/admin/v1/people/:id/undelete',
  access: writing,
  on: undefined,
});

export const handOverAnyDrive = endpoint({
  ...people.handOverDrive,
  path: '/api/admin/v1/people/:id/drive/hand-over',
  access: writing,
  on: undefined,
});

export const handOverAnyMeetings = endpoint({
  ...people.handOverMeetings,
  path: '/api/admin/v1/people/:id/meetings/hand-over',
  access: writing,
  on: undefined,
});

export const checkAnyHeir = endpoint({
  ...people.checkHeir,
  path: '/api/admin/v1/people/:id/heir',
  access: writing,
  on: undefined,
});

export const signOutAnyPerson = endpoint({
  ...people.signOutPerson,
  path: '/api/admin/v1/people/:id/sign-out',
  access: writing,
  on: undefined,
});

export const cancelPlannedMail = endpoint({
  method: 'POST',
  path: '/api/admin/v1/people/:id/planned-mail/cancel',
  summary:
    'Makes scheduled and periodic messages of the person drafts again, some at a time; to be called while there are `more`',
  access: writing,
  limit: people.signOutPerson.limit,
  params: people.signOutPerson.params,
  data: z.object({ ended: z.number(), more: z.boolean() }),
  errors: ['not_found', 'proof_required'],
});

export const renameAnyPerson = endpoint({
  ...people.renamePerson,
  path: '/api/admin/v1/people/:id/rename',
  access: writing,
  on: undefined,
});

export const addAnyAlias = endpoint({
  ...people.addAlias,
  path: '/api/admin/v1/people/:id/aliases',
  summary: 'Another address that mail comes to and can be sent from',
  access: writing,
  on: undefined,
});

export const removeAnyAlias = endpoint({
  ...people.removeAlias,
  path: '/api/admin/v1/people/:id/aliases/:address',
  access: writing,
  on: undefined,
});
