import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { readLink, writeLinkEnd } from '../../calendar/links/links.store.ts';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { changeLinkByDomain } from '../../drive/shares/change-share.ts';
import { readShare } from '../../drive/shares/shares.store.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { type FoundLink, findDomainLink } from './domain-links.store.ts';
import { enqueueLinkNotice } from './link-notice.ts';

type Act = { id: string; act: 'end' | 'restore' };

/**
 * Ends one link of a domain, or restores it. Its creator is notified a minute later, if it is still ended
 * then.
 */
export async function changeDomainLink(
  deps: DriveDeps & CalendarDeps,
  domain: { id: number },
  { id, act }: Act,
  actor: Actor,
): Promise<void> {
  const link = isId(id) ? await findDomainLink(deps.db, domain.id, id) : undefined;
  if (!link) throw noLink();
  const { mailbox_id: mailboxId, of } = link;
  const record = (tx: Tx, at: number) => recordAct(tx, { domain, link, id, act, actor, at });
  if (of === 'calendar') {
    await changeCalendar(deps, mailboxId, async ({ tx, now }) => {
      if (await changeCalendarLink(tx, now, mailboxId, { id, act })) await record(tx, now);
    });
    return;
  }
  await changeDrive(deps, mailboxId, async (change) => {
    const share = await readShare(change.tx, mailboxId, id);
    // The drive was handed over meanwhile.
    if (!share) throw noLink();
    if (await changeLinkByDomain(change, share, act)) await record(change.tx, change.now);
  });
}

/** False when nothing changed. */
async function changeCalendarLink(
  tx: Tx,
  now: number,
  mailboxId: number,
  { id, act }: Act,
): Promise<boolean> {
  const link = await readLink(tx, mailboxId, id);
  if (!link) throw noLink();
  if ((link.ended_at !== null) === (act === 'end')) return false;
  if (act === 'restore' && link.ended_by !== 'domain') {
    throw new Failure('not_undoable', 'This link can not be put back');
  }
  const ended = act === 'end';
  await writeLinkEnd(tx, mailboxId, id, {
    ended_at: ended ? now : null,
    ended_by: ended ? 'domain' : null,
  });
  return true;
}

type Recorded = Act & { domain: { id: number }; link: FoundLink; actor: Actor; at: number };

async function recordAct(tx: Tx, { domain, link, id, act, actor, at }: Recorded): Promise<void> {
  const { mailbox_id: mailboxId, maker: name, names } = link;
  const target = { domainId: domain.id, name, mailboxId };
  const recorded = act === 'end' ? 'link_ended' : 'link_put_back';
  await recordActs(tx, target, { actor, at }, [{ act: recorded, after: names.join(', ') }]);
  if (act === 'end') await enqueueLinkNotice(tx, { mailboxId, id, at });
}

function noLink(): Failure {
  return new Failure('not_found', 'There is no such link');
}
