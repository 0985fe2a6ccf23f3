import * as contract from '@bocau/contract/shares.ts';
import { reachEntry, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeShare, restoreShare, revokeShare } from '../../drive/shares/change-share.ts';
import type { ShareDeps } from '../../drive/shares/create-share.ts';
import { findSharePeople } from '../../drive/shares/share-people.store.ts';
import { readShare, readSharesOfEntry } from '../../drive/shares/shares.store.ts';
import { showShares } from '../../drive/shares/show-shares.ts';
import { readLinkRules } from '../../kernel/link-rules.store.ts';
import { readLastSend } from '../../mail/outbox/last-send.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { withEvents } from './events-of-shares.ts';
import { listSharedWithMe } from './list-shared-with-me.ts';
import { shareEntries } from './share-entries.ts';

export function driveShareRoutes(parts: ShareDeps & SendingDeps): Route[] {
  const { db } = parts;
  const deps = { ...parts, publicUrl: parts.config.http.publicUrl };

  async function show(mailboxId: number, id: string): Promise<contract.Share> {
    const row = await readShare(db, mailboxId, id);
    const [share] = row ? await withEvents(db, mailboxId, await showShares(deps, mailboxId, [row])) : [];
    if (!share) throw new Failure('share_not_found', 'There is no such share');
    return share;
  }

  async function create(
    caller: SessionCaller,
    order: contract.NewShare,
  ): Promise<{ data: contract.Share[] }> {
    const id = await shareEntries(deps, caller, order);
    return { data: [await show(caller.person, id)] };
  }

  return [
    route(contract.createShares, ({ caller, body }) => create(caller, body)),

    route(contract.shareFiles, ({ caller, body }) => create(caller, body)),

    route(contract.listSharedWithMe, ({ caller, query }) => listSharedWithMe(db, caller, query)),

    route(contract.checkShare, async ({ caller, body }) => {
      await requireDrive(db, caller);
      const people = await findSharePeople(db, caller.person, body.to_address);
      const outside = people.filter(({ mailboxId }) => mailboxId === null).map(({ address }) => address);
      const rules = await readLinkRules(db, caller.person);
      return { data: { share_public: outside.length > 0, outside, links: deps.secrets !== null, rules } };
    }),

    route(contract.listShares, async ({ caller, params }) => {
      const { mailboxId, entry } = await reachEntry(db, caller, params.id, 'OWNER');
      const rows = await readSharesOfEntry(db, mailboxId, entry.id);
      return { data: await withEvents(db, mailboxId, await showShares(deps, mailboxId, rows)) };
    }),

    route(contract.getShare, async ({ caller, params }) => {
      await requireDrive(db, caller);
      return { data: await show(caller.person, params.id) };
    }),

    route(contract.changeShare, async ({ caller, params, body }) => {
      await requireDrive(db, caller);
      const { permission, expire_date: expiresAt, password } = body;
      const findLastSend = (tx: ReadDb, messageId: string) =>
        readLastSend(tx, caller.person, messageId, caller.at);
      await changeShare(deps, caller.person, params.id, { permission, expiresAt, password, findLastSend });
      return { data: await show(caller.person, params.id) };
    }),

    route(contract.revokeShare, async ({ caller, params }) => {
      await requireDrive(db, caller);
      await revokeShare(deps, caller.person, params.id);
      return { data: await show(caller.person, params.id) };
    }),

    route(contract.restoreShare, async ({ caller, params }) => {
      await requireDrive(db, caller);
      await restoreShare(deps, caller.person, params.id);
      return { data: await show(caller.person, params.id) };
    }),
  ];
}
