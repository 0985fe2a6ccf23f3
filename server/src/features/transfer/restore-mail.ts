import {
  rolesWhere,
  SNOOZED,
  STARRED,
  SYSTEM_FOLDERS,
  type SystemFolder,
} from '@bocau/contract/folder-roles.ts';
import { pathKey } from '../../mail/folders/folder-names.ts';
import { readInstallationId } from '../../mail/installation.store.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { type Backup, BackupError, blobsUrl } from '../../platform/backups/backup-folder.ts';
import { type DumpedRow, readRowsOf } from '../../platform/backups/read-rows-of.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import type { ReadDb } from '../../tables.ts';
import { createFolderFinder, type FolderFinder } from './find-folders.ts';
import { type ImportDeps, importMail } from './import-mail.ts';
import { byTime, type MailSource, type SourceMessage, type SourceProblem } from './mail-source.ts';
import type { Place } from './place-folders.ts';
import { missingFolders, readPresence } from './transfer.store.ts';

export type RestoredMail = {
  restored: number;
  known: number;
  /** Known messages that were in the trash: put back when a single folder is restored, otherwise left. */
  putBack: number;
  inTrash: number;
  /** Drafts that were never sent have no source to restore them from. */
  drafts: number;
  problems: SourceProblem[];
};

type BackupMessage = SourceMessage & { name: string; blob: string; row: DumpedRow };
type BackupFolderRow = { path: string; place: Place };

const MESSAGES_A_STEP = 400;
/** Virtual lists, and folders of pending messages, which contain nothing that a backup could restore. */
const NOT_RESTORED: string[] = [STARRED, ...rolesWhere(({ pending }) => pending)];

/** The backup is readable but does not contain it: a retry would not help. */
export class NotInBackupError extends BackupError {}

/**
 * Whose mail to restore: by number, because an address may have a new owner, and by address, because a backup
 * of another installation has other numbers. If both are given, both must match.
 */
export type WhoseMail = { id: number; email?: string } | { email: string };

/**
 * Restores missing messages from a backup into a mailbox in use: into their folder, recreated if necessary,
 * with their flags. Existing messages stay as they are, even if they were moved; so a second run restores
 * nothing.
 */
export async function restoreMail(
  deps: ImportDeps,
  mailboxId: number,
  {
    dir,
    backup,
    whose,
    folder,
    afterStep,
  }: {
    dir: string;
    backup: Backup;
    whose: WhoseMail;
    folder: string | null;
    afterStep?: (result: RestoredMail) => Promise<void>;
  },
): Promise<RestoredMail> {
  const id = await findMailboxId(backup, whose);
  const folders = await readFolders(backup, id, folder);
  const finder = createFolderFinder(deps, mailboxId);
  if (folder !== null) for (const { place } of folders.values()) await finder.find(place);
  const blobs = await openBlobStore(blobsUrl(dir), { clock: deps.clock });
  const result: RestoredMail = { restored: 0, known: 0, putBack: 0, inTrash: 0, drafts: 0, problems: [] };
  const restore = { deps, mailboxId, folders, finder, blobs, result, putsBack: folder !== null };
  try {
    let step: BackupMessage[] = [];
    for await (const row of readRowsOf(backup, 'messages', id)) {
      const place = folders.get(row.folder_id as string)?.place;
      if (!place) continue;
      if (row.blob === null) {
        result.drafts += 1;
        continue;
      }
      step.push(messageOf(row, place));
      if (step.length < MESSAGES_A_STEP) continue;
      await restoreStep(restore, step);
      await afterStep?.(result);
      step = [];
    }
    if (step.length > 0) await restoreStep(restore, step);
    await afterStep?.(result);
  } finally {
    await blobs.close();
  }
  return result;
}

/** A system folder by its role. */
type FolderOfBackup = { path: string; role: SystemFolder | null };

/** The folders of a mailbox that can be restored; none when the backup does not contain it. */
export async function readBackupFolders(backup: Backup, whose: WhoseMail): Promise<FolderOfBackup[]> {
  const id = await findMailboxId(backup, whose).catch((error: unknown) => {
    if (error instanceof NotInBackupError) return null;
    throw error;
  });
  const folders = id === null ? [] : [...(await readFolders(backup, id, null)).values()];
  return folders
    .map(({ path, place }): FolderOfBackup => ({ path, role: 'system' in place ? place.system : null }))
    .sort((a, b) => a.path.localeCompare(b.path, 'vi'));
}

async function findMailboxId(backup: Backup, whose: WhoseMail): Promise<string> {
  const wanted = Object.entries(whose).map(([column, value]) => [column, String(value)] as const);
  for await (const row of readRowsOf(backup, 'mailboxes')) {
    if (wanted.every(([column, value]) => row[column] === value)) return row.id as string;
  }
  const named = wanted.map(([column, value]) => (column === 'id' ? `number ${value}` : value));
  throw new NotInBackupError(`The backup ${backup.name} has no mailbox ${named.reverse().join(', ')}`);
}

/**
 * By number in a backup of this installation; in another's it may be anyone's number, so the address counts.
 */
export async function whoseMailIn(
  db: ReadDb,
  backup: Backup,
  { id, email }: { id: number; email: string },
): Promise<WhoseMail> {
  for await (const installation of readRowsOf(backup, 'installation')) {
    if (installation.id === (await readInstallationId(db))) return { id };
  }
  return { email };
}

/** The requested folders with all subfolders, by id. */
async function readFolders(
  backup: Backup,
  mailboxId: string,
  wanted: string | null,
): Promise<Map<string, BackupFolderRow>> {
  const folders = new Map<string, BackupFolderRow>();
  const key = wanted === null ? null : pathKey(wanted);
  for await (const { id, path, role } of readRowsOf(backup, 'folders', mailboxId)) {
    const known = pathKey(path as string);
    if (key !== null && known !== key && !known.startsWith(`${key}/`)) continue;
    if (role !== null && NOT_RESTORED.includes(role as string)) continue;
    // What waited has no time in a backup that anybody still expects.
    const system = SYSTEM_FOLDERS.find((name) => name === (role === SNOOZED ? 'INBOX' : role));
    const place: Place = system ? { system } : { path: (path as string).split('/') };
    folders.set(id as string, { path: path as string, place });
  }
  if (wanted !== null && folders.size === 0) {
    throw new NotInBackupError(`The backup ${backup.name} has no folder '${wanted}' of this mailbox`);
  }
  return folders;
}

function messageOf(row: DumpedRow, place: Place): BackupMessage {
  return {
    name: row.id as string,
    receivedAt: Number(row.received_at),
    place,
    size: Number(row.size),
    blob: hexOf(row.blob) as string,
    row,
  };
}

/** In PostgreSQL's bytea format: `\x` and hexadecimal digits. */
function hexOf(value: string | null | undefined): string | null {
  return value == null ? null : value.slice(2);
}

type Restore = {
  deps: ImportDeps;
  mailboxId: number;
  folders: Map<string, BackupFolderRow>;
  finder: FolderFinder;
  blobs: BlobStore;
  result: RestoredMail;
  putsBack: boolean;
};

async function restoreStep(restore: Restore, messages: BackupMessage[]): Promise<void> {
  const { deps, mailboxId, folders, result } = restore;
  const wanted = messages.map(({ name, blob, row }) => ({
    id: name,
    deliveryKey: hexOf(row.delivery_key),
    blob,
    pathKey: pathKey(folders.get(row.folder_id as string)?.path ?? ''),
  }));
  const presence = await readPresence(deps.db, mailboxId, wanted);
  const missing = messages.filter(({ name }) => presence.get(name) === null).sort(byTime);
  const trashed = messages.filter(
    ({ name, place }) =>
      presence.get(name) === 'in_trash' && !('system' in place && place.system === 'Trash'),
  );
  result.known += messages.length - missing.length;
  if (restore.putsBack) result.putBack += await putBack(restore, trashed);
  else result.inTrash += trashed.length;
  const { filed, known, problems } = await importMail(
    deps,
    mailboxId,
    sourceOf(missing, restore.blobs),
    () => undefined,
  );
  result.restored += filed;
  result.known += known;
  result.problems.push(...problems);
}

/** Restoring a single folder means restoring its former state. */
async function putBack({ deps, mailboxId, finder }: Restore, trashed: BackupMessage[]): Promise<number> {
  let moved = 0;
  for (const [place, messages] of Map.groupBy(trashed, (message) => message.place)) {
    const messageIds = messages.map(({ name }) => name);
    for (;;) {
      const to = await finder.find(place);
      const moves = await changeMailbox(deps, mailboxId, async (change) => {
        if ((await missingFolders(change.tx, mailboxId, [to])).length > 0) return null;
        return moveMessages(change, { messageIds, from: change.folders.Trash, to });
      });
      moved += moves?.length ?? 0;
      if (moves) break;
      finder.forget();
    }
  }
  return moved;
}

function sourceOf(messages: BackupMessage[], blobs: BlobStore): MailSource<BackupMessage> {
  return {
    name: 'backup',
    messages,
    problems: [],
    async read({ blob, row }) {
      const flags = {
        seen: row.unread === 'f',
        flagged: row.starred === 't',
        answered: row.answered === 't',
        draft: row.draft === 't',
        spoofed: row.spoofed === 't',
        deleted: false,
      };
      return { raw: await blobs.read(blob), flags };
    },
    describe: ({ name }) => `message ${name}`,
    close: async () => undefined,
  };
}
