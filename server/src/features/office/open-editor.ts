import type { BodyOf, DataOf } from '@bocau/contract/endpoint.ts';
import type { openInOffice } from '@bocau/contract/office.ts';
import { reachEntry } from '../../drive/access/reach-entry.ts';
import { TOP } from '../../drive/change-drive.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { readLock } from '../../drive/locks/locks.store.ts';
import { readVersion } from '../../drive/versions/versions.store.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { officeExtension } from '../../platform/office/office-types.ts';
import type { OfficeServer } from './office-server.ts';
import { issueToken, type TokenDeps } from './office-tokens.ts';
import { extensionOf } from './put-relative-file.ts';

export type OpenDeps = TokenDeps & { officeServer: OfficeServer | null; publicUrl: string };
type Wish = BodyOf<typeof openInOffice>;
type Editor = DataOf<typeof openInOffice>;

const NOTHING_OPEN = { action: null, url: null, access_token: null, access_token_ttl: null } as const;

/** The URL for editing or viewing a file, with a token for this file and user. */
export async function openEditor(
  deps: OpenDeps,
  caller: SessionCaller,
  id: string,
  { action = 'edit', language = 'vi' }: Wish,
): Promise<Editor> {
  const { db, officeServer, publicUrl } = deps;
  const { mailboxId, entry, chain, permission } = await reachEntry(db, caller, id, 'READ');
  if (entry.version_id === null || entry.content_type === null) throw fileNotFound();
  const [version, lock, person] = await Promise.all([
    readVersion(db, mailboxId, entry.version_id),
    readLock(db, mailboxId, entry.id, unixSeconds(deps.clock)),
    readDriveOwner(db, caller.person),
  ]);
  if (version?.has_virus) throw new Failure('file_not_allowed', 'This file contains a virus');
  const name = person?.name || caller.email;
  const shown = {
    name: entry.name,
    parent_id: chain.length > 1 && entry.parent_id !== TOP ? entry.parent_id : null,
    locked_by: lock && lock.holder !== name ? lock.holder : null,
  };
  if (officeServer === null) return { ...shown, ...NOTHING_OPEN, state: 'off' };
  const extension = officeExtension({ name: entry.name, content_type: entry.content_type });
  const editor = await officeServer.findEditor(
    {
      extension: extension ?? extensionOf(entry.name),
      fileAddress: `${publicUrl}/wopi/files/${entry.id}`,
      language,
    },
    permission === 'READ' ? 'view' : action,
  );
  if (editor === 'silent') return { ...shown, ...NOTHING_OPEN, state: 'silent' };
  if (editor === null) return { ...shown, ...NOTHING_OPEN, state: 'unsupported' };
  const writes = permission !== 'READ' && action === 'edit' && editor.action === 'edit';
  const { token, expiresAt } = await issueToken(deps, {
    mailbox_id: mailboxId,
    entry_id: entry.id,
    permission: writes ? 'WRITE' : 'READ',
    person_mailbox_id: caller.person,
    person: name,
    session_id: caller.session.id,
  });
  return {
    ...shown,
    state: 'ready',
    action: writes ? 'edit' : 'view',
    url: editor.url,
    access_token: token,
    access_token_ttl: expiresAt * 1000,
  };
}
