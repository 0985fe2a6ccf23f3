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
      data: { ...(await readUser(db, caller.mailbox)), links },
    })),
    route(getProfile, async ({ caller }) => ({ data: await readProfileRow(db, caller.mailbox) })),
    route(saveProfile, async ({ caller, body }) => ({
      data: await save.saveProfile(deps, caller.mailbox, body),
    })),
    route(getQuota, async ({ caller }) => ({ data: await readQuota(db, caller.mailbox) })),
  ];
}
