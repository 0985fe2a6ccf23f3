import { getQuota, getUserInfo } from '@bocau/contract/account.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import { readQuota, readUser } from './read-user.ts';

export function accountRoutes({ db }: { db: Db }): Route[] {
  return [
    route(getUserInfo, async ({ caller }) => ({ data: await readUser(db, caller.mailboxId) })),
    route(getQuota, async ({ caller }) => ({ data: await readQuota(db, caller.mailboxId) })),
  ];
}
