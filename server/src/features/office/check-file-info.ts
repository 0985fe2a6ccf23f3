import type { WopiCall } from './judge-call.ts';

/** In single-byte characters; the drive counts bytes, and reports when there are too many. */
const LONGEST_NAME = 240;

/** The first request of an editor. */
export function checkFileInfo(
  { token, reached }: WopiCall,
  { publicUrl, writesBeside }: { publicUrl: string; writesBeside: boolean },
): object {
  const { entry, mailboxId } = reached;
  const canWrite = token.permission === 'WRITE';
  const page = `${publicUrl}/drive/edit/${entry.id}`;
  return {
    BaseFileName: entry.name,
    OwnerId: String(mailboxId),
    Size: entry.size,
    UserId: String(token.person_mailbox_id),
    UserFriendlyName: token.person,
    Version: entry.version_id,
    LastModifiedTime: modifiedTime(entry.modified_at),
    ReadOnly: !canWrite,
    UserCanWrite: canWrite,
    UserCanRename: canWrite,
    UserCanNotWriteRelative: !writesBeside,
    SupportsUpdate: true,
    SupportsLocks: true,
    SupportsGetLock: true,
    SupportsExtendedLockLength: true,
    SupportsRename: true,
    SupportsDeleteFile: false,
    SupportsUserInfo: false,
    FileNameMaxLength: LONGEST_NAME,
    IsAnonymousUser: false,
    HostEditUrl: page,
    HostViewUrl: page,
    PostMessageOrigin: new URL(publicUrl).origin,
  };
}

export function modifiedTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
