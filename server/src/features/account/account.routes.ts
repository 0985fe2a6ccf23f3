import { getQuota, getUserInfo, type InstallationLinks } from '@bocau/contract/account.ts';
import { getProfile, saveProfile } from '@bocau/contract/profile.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { readProfileRow } from './profile.store.ts';
import { readQuota, readUser } from './read-user.ts';
import * as save from './save-profile.ts';

export function accountRoutes(deps: ChangeDeps, links: InstallationLinks): Route[] {
  const { db } = deps;
  return [
    route(getUserInfo, async ({ caller }) => ({
      data: { ...(await readUser(db, caller.person)), links },
    })),
    route(getProfile, async ({ caller }) => ({ data: await readProfileRow(db, caller.person) })),
    route(saveProfile, async ({ caller, body }) => ({
      data: await save.saveProfile(deps, caller.person, body),
    })),
    route(getQuota, async ({ caller: { person, mailbox } }) => {
      const { drive, ...mail } = await readQuota(db, mailbox);
      // A drive is a person's: who is a member of the mailbox learns nothing of it.
      return { data: person === mailbox && drive ? { ...mail, drive } : mail };
    }),
  ];
}
