import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { reachFolder } from '../../drive/access/reach-entry.ts';
import { changeDrive } from '../../drive/change-drive.ts';
import { createEntry } from '../../drive/entries/create-entry.ts';
import { type EntryRow, readNamed } from '../../drive/entries/entries.store.ts';
import { freeName } from '../../drive/entries/free-name.ts';
import { readLock } from '../../drive/locks/locks.store.ts';
import { entryName, fittingName } from '../../drive/names/entry-name.ts';
import { addVersion, versionOf } from '../../drive/versions/add-version.ts';
import { newId } from '../../platform/ids.ts';
import { officeType } from '../../platform/office/office-types.ts';
import { judgeAgain, mayWriteBeside, type WopiCall } from './judge-call.ts';
import { issueToken } from './office-tokens.ts';
import type { PutDeps } from './put-file.ts';
import { withBytes } from './take-bytes.ts';
import { encodeUtf7 } from './utf7.ts';
import { isTrue, nameOf } from './wopi-headers.ts';
import { lockMismatch, WopiRefusal } from './wopi-refusal.ts';

type Target = { name: string; exact: boolean; overwrite: boolean };

/** PutRelativeFile: saves as another file next to this one, with an exact or a suggested name. */
export async function putRelativeFile(
  deps: PutDeps,
  call: WopiCall,
  request: FastifyRequest,
): Promise<object> {
  if (!(await mayWriteBeside(deps, call))) throw new WopiRefusal(501);
  const { token, reached } = call;
  const target = targetOf(request.headers, reached.entry.name);
  const created = await withBytes(deps, reached.mailboxId, request, async ({ chunks, scan }) => {
    const version = versionOf(chunks, {
      id: newId(deps.clock),
      contentType: officeType(extensionOf(target.name)) ?? 'application/octet-stream',
      author: { mailboxId: token.person_mailbox_id, name: token.person },
      source: 'office',
      scan,
    });
    return changeDrive(deps, reached.mailboxId, async (change) => {
      await judgeAgain({ db: change.tx, clock: deps.clock }, call);
      const caller = { person: token.person_mailbox_id, at: change.now };
      const folder = await reachFolder(change.tx, caller, reached.entry.parent_id, 'WRITE');
      if (target.exact) await refuseTaken(change, folder.id, target);
      const { id: versionId, size, contentType } = version;
      const { entry } = await createEntry(change, {
        id: newId(deps.clock),
        parentId: folder.id,
        name: target.name,
        file: { versionId, size, contentType },
        onConflict: target.exact ? 'replace' : 'rename',
      });
      await addVersion(change, entry.id, version);
      return entry;
    });
  });
  return answerFor(deps, call, created);
}

async function answerFor(deps: PutDeps, { token }: WopiCall, { id, name }: EntryRow): Promise<object> {
  const { token: accessToken } = await issueToken(deps, { ...token, entry_id: id });
  const page = `${deps.publicUrl}/drive/edit/${id}`;
  const url = `${deps.publicUrl}/wopi/files/${id}?access_token=${accessToken}`;
  return { Name: name, Url: url, HostEditUrl: page, HostViewUrl: page };
}

type Change = Parameters<Parameters<typeof changeDrive>[2]>[0];

/** A taken exact name is refused with a free one, unless it may be overwritten and is not locked. */
async function refuseTaken({ tx, mailboxId, now }: Change, folderId: string, target: Target): Promise<void> {
  const wanted = entryName(target.name);
  const [taken] = await readNamed(tx, mailboxId, folderId, [wanted.nameKey]);
  if (!taken) return;
  const lock = await readLock(tx, mailboxId, taken.id, now);
  if (target.overwrite && lock) throw lockMismatch(lock.lock, 'The file is locked by another editor');
  if (target.overwrite && !taken.is_folder) return;
  const free = await freeName(tx, mailboxId, folderId, wanted, false);
  throw new WopiRefusal(409, {
    'x-wopi-lock': lock?.lock ?? '',
    'x-wopi-validrelativetarget': encodeUtf7(free.name),
  });
}

function targetOf(headers: IncomingHttpHeaders, ownName: string): Target {
  const exact = nameOf(headers, 'x-wopi-relativetarget');
  const suggested = nameOf(headers, 'x-wopi-suggestedtarget');
  // They are mutually exclusive.
  if ((exact === null) === (suggested === null)) throw new WopiRefusal(exact === null ? 400 : 501);
  if (exact !== null) {
    return { name: exact, exact: true, overwrite: isTrue(headers, 'x-wopi-overwriterelativetarget') };
  }
  const name = legalName(suggested as string, ownName);
  return { name, exact: false, overwrite: false };
}

/** Characters that other systems refuse too. */
const ILLEGAL = /[:*?"<>|]/g;

/** A suggestion may be only an extension, and is made a valid name. */
function legalName(suggested: string, ownName: string): string {
  const name = suggested.startsWith('.') ? stemOf(ownName) + suggested : suggested;
  return fittingName(name.replace(ILLEGAL, '_'));
}

/** A name without its extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
