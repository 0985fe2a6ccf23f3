import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import type { FileKind } from '../../parts/files/file-kinds.ts';
import { kindOf } from '../../parts/files/file-kinds.ts';

export function fileKindOf({ name, content_type: type }: DriveFile): FileKind {
  return kindOf({ name, content_type: type ?? '' });
}

export function isFolder(file: DriveFile): boolean {
  return file.type === 'folder';
}

/** Whether the office editor can open it. */
export function isOffice(file: DriveFile): boolean {
  return !isFolder(file) && ['word', 'excel', 'powerpoint'].includes(fileKindOf(file));
}

export function isTrashed(file: DriveFile): boolean {
  return file.prop.trashed_at !== undefined;
}

export function mayWrite(file: DriveFile): boolean {
  return file.prop.permission !== 'READ';
}

/**
 * The length of a name without its extension, which tells the file's type and is not selected for renaming.
 */
export function stemLength({ name, type }: DriveFile): number {
  const dot = name.lastIndexOf('.');
  return type === 'folder' || dot <= 0 ? name.length : dot;
}

/**
 * The time of the last change; in the trash, of the deletion; in the list of shared files, of the sharing.
 */
export function shownTime(file: DriveFile, list: DriveListRef['kind']): number {
  if (list === 'shared') return file.prop.shared_at ?? file.last_modified;
  return list === 'trash' ? (file.prop.trashed_at ?? 0) : file.last_modified;
}
