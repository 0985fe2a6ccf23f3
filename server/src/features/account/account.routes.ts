import { getQuota, getUserInfo } from '@bocau/contract/account.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { readQuota, readUser } from './read-user.ts';

export function accountRoutes({ db }: { db: ReadDb }): Route[] {
  return [
    route(getUserInfo, async ({ caller }) => ({ data: await readUser(db, caller.mailbox) })),
    route(getQuota, async ({ caller }) => ({ data: await readQuota(db, caller.mailbox) })),
  ];
}
