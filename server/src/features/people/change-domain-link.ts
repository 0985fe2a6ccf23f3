import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { changeLinkByDomain } from '../../drive/shares/change-share.ts';
import { readShare } from '../../drive/shares/shares.store.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import { findDomainLink } from './domain-links.store.ts';
import { enqueueLinkNotice } from './link-notice.ts';

/**
 * Ends one link of a domain, or restores it. Its creator is notified a minute later, if it is still ended
 * then.
 */
export async function changeDomainLink(
  deps: DriveDeps,
  domain: { id: number },
  { id, act }: { id: string; act: 'end' | 'restore' },
  actor: Actor,
): Promise<void> {
  const link = isId(id) ? await findDomainLink(deps.db, domain.id, id) : undefined;
  if (!link) throw noLink();
  const { mailbox_id: mailboxId, maker: name, names } = link;
  await changeDrive(deps, mailboxId, async (change) => {
    const share = await readShare(change.tx, mailboxId, id);
    // The drive was handed over meanwhile.
    if (!share) throw noLink();
    if (!(await changeLinkByDomain(change, share, act))) return;
    const target = { domainId: domain.id, name, mailboxId };
    const recorded = act === 'end' ? 'link_ended' : 'link_put_back';
    const by = { actor, at: change.now };
    await recordActs(change.tx, target, by, [{ act: recorded, after: names.join(', ') }]);
    if (act === 'end') await enqueueLinkNotice(change.tx, { mailboxId, id, at: change.now });
  });
}

function noLink(): Failure {
  return new Failure('not_found', 'There is no such link');
}
