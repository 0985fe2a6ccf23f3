import type { DriveFile } from '@bocau/contract/drive.ts';
import {
  IconArrowBackUp,
  IconCopy,
  IconDownload,
  IconEye,
  IconFilePencil,
  IconFolderOpen,
  IconFolderSymlink,
  IconInfoCircle,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
  IconTrashX,
  IconUserMinus,
  IconUserShare,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { say } from '../../i18n/i18n.ts';
import { startDownload } from '../../lib/start-download.ts';
import { now } from '../../lib/timers.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import { isOwn, isSharedRoot } from '../../model/drive/drive-operations.ts';
import { driveFileAddress } from '../../parts/drive/drive-address.ts';
import { beginDriveAct } from './begin-drive-act.ts';
import { isFolder, isOffice, isTrashed, mayWrite } from './drive-kinds.ts';

/** The target of acts, and the parts of the screen that some of them need. */
export type DriveTarget = {
  model: DriveModel;
  files: readonly DriveFile[];
  ask: {
    open(file: DriveFile): void;
    /** Omitted where there is no office editor. */
    edit?: (file: DriveFile) => void;
    rename(file: DriveFile): void;
    place(files: readonly DriveFile[], how: 'move' | 'copy'): void;
    remove(files: readonly DriveFile[]): void;
    details(file: DriveFile): void;
    /** Omitted where nothing can be shared. */
    share?: (file: DriveFile) => void;
  };
};

export type DriveActId =
  | 'open'
  | 'preview'
  | 'edit'
  | 'download'
  | 'rename'
  | 'move'
  | 'copy'
  | 'favorite'
  | 'unfavorite'
  | 'share'
  | 'details'
  | 'restore'
  | 'deleteForGood'
  | 'leave'
  | 'trash';

export type DriveActDefinition = {
  id: DriveActId;
  icon: ComponentType<{ size?: number | string }>;
  shortcut: string | null;
  available(target: DriveTarget): boolean;
  perform(target: DriveTarget): void;
};

/** The ids of more would not fit into an address. */
const MOST_IN_ZIP = 200;

const only = ({ files }: DriveTarget) => (files.length === 1 ? (files[0] as DriveFile) : null);
const some = (target: DriveTarget, fits: (file: DriveFile) => boolean) =>
  target.files.length > 0 && target.files.every(fits);
const isKept = (file: DriveFile) => !isTrashed(file);

/** Each act, defined once for toolbar, menus and keyboard, in the order in which they are offered. */
export const DRIVE_ACTS: readonly DriveActDefinition[] = [
  {
    id: 'open',
    icon: IconFolderOpen,
    shortcut: null,
    available: (target) =>
      target.files.length === 1 && some(target, (file) => isFolder(file) && isKept(file)),
    perform: (target) => target.ask.open(target.files[0] as DriveFile),
  },
  {
    id: 'preview',
    icon: IconEye,
    shortcut: null,
    available: (target) =>
      target.files.length === 1 && some(target, (file) => !isFolder(file) && isKept(file)),
    perform: (target) => target.ask.open(target.files[0] as DriveFile),
  },
  {
    id: 'edit',
    icon: IconFilePencil,
    shortcut: 'e',
    available: (target) =>
      target.ask.edit !== undefined &&
      only(target) !== null &&
      some(target, (file) => isKept(file) && isOffice(file)),
    perform: (target) => target.ask.edit?.(target.files[0] as DriveFile),
  },
  {
    id: 'download',
    icon: IconDownload,
    shortcut: 'd',
    available: (target) => some(target, isKept) && target.files.length <= MOST_IN_ZIP,
    perform: ({ files }) => download(files),
  },
  {
    id: 'share',
    icon: IconUserShare,
    shortcut: 'p',
    available: (target) =>
      target.ask.share !== undefined &&
      only(target) !== null &&
      some(target, (file) => isKept(file) && isOwn(file)),
    perform: (target) => target.ask.share?.(target.files[0] as DriveFile),
  },
  {
    id: 'favorite',
    icon: IconStar,
    shortcut: 's',
    available: (target) => some(target, (file) => isKept(file) && isOwn(file)) && !allFavorite(target),
    perform: (target) => markFavorite(target, true),
  },
  {
    id: 'unfavorite',
    icon: IconStarOff,
    shortcut: 's',
    available: (target) => some(target, (file) => isKept(file) && isOwn(file)) && allFavorite(target),
    perform: (target) => markFavorite(target, false),
  },
  {
    id: 'rename',
    icon: IconPencil,
    shortcut: 'F2',
    available: (target) =>
      only(target) !== null && some(target, (file) => isKept(file) && mayWrite(file) && !isSharedRoot(file)),
    perform: (target) => target.ask.rename(target.files[0] as DriveFile),
  },
  {
    id: 'move',
    icon: IconFolderSymlink,
    shortcut: 'v',
    available: (target) => some(target, (file) => isKept(file) && mayWrite(file) && !isSharedRoot(file)),
    perform: ({ files, ask }) => ask.place(files, 'move'),
  },
  {
    id: 'copy',
    icon: IconCopy,
    shortcut: 'Shift+c',
    available: (target) => some(target, isKept),
    perform: ({ files, ask }) => ask.place(files, 'copy'),
  },
  {
    id: 'details',
    icon: IconInfoCircle,
    shortcut: 'i',
    available: (target) => only(target) !== null,
    perform: (target) => target.ask.details(target.files[0] as DriveFile),
  },
  {
    id: 'restore',
    icon: IconArrowBackUp,
    shortcut: 'r',
    available: (target) => some(target, isTrashed),
    perform: restoreFiles,
  },
  {
    id: 'leave',
    icon: IconUserMinus,
    shortcut: '#',
    available: (target) => some(target, (file) => isKept(file) && isSharedRoot(file)),
    perform: ({ model, files }) => trashFiles(model, files),
  },
  {
    id: 'trash',
    icon: IconTrash,
    shortcut: '#',
    available: (target) => some(target, (file) => isKept(file) && mayWrite(file) && !isSharedRoot(file)),
    perform: ({ model, files }) => trashFiles(model, files),
  },
  {
    id: 'deleteForGood',
    icon: IconTrashX,
    shortcut: '#',
    available: (target) => some(target, isTrashed),
    perform: ({ files, ask }) => ask.remove(files),
  },
];

/** One file on its own, several as one zip: browsers ask before they save many files. */
function downloadAddressOf(files: readonly DriveFile[]): string {
  const [file] = files;
  if (files.length === 1 && file && !isFolder(file)) return driveFileAddress(file.id);
  return `/storage/v1/zip?${new URLSearchParams({ ids: files.map(({ id }) => id).join(',') })}`;
}

function download(files: readonly DriveFile[]): void {
  startDownload(downloadAddressOf(files));
}

export function trashFiles(model: DriveModel, files: readonly DriveFile[]): void {
  const words = files.every(isOwn)
    ? countedWords(files, 'drive.done.trash', 'drive.done.trashOne')
    : files.every(isSharedRoot)
      ? countedWords(files, 'drive.done.leave', 'drive.done.leaveOne')
      : countedWords(files, 'drive.done.trashShared', 'drive.done.trashSharedOne');
  beginDriveAct(model, { kind: 'trash', files, at: Math.floor(now() / 1000) }, words);
}

export function restoreFiles({ model, files }: Pick<DriveTarget, 'model' | 'files'>): void {
  const words = countedWords(files, 'drive.done.restore', 'drive.done.restoreOne');
  beginDriveAct(model, { kind: 'restore', files }, words);
}

export function moveFiles(
  model: DriveModel,
  files: readonly DriveFile[],
  to: { id: string | null; name: string },
): void {
  const going = files.filter(({ id, parent_id: from }) => id !== to.id && from !== to.id);
  if (going.length === 0) return;
  const words = countedWords(going, 'drive.done.move', 'drive.done.moveOne', { folder: to.name });
  beginDriveAct(model, { kind: 'move', moves: going.map((file) => ({ file, to: to.id })) }, words);
}

function markFavorite({ model, files }: DriveTarget, on: boolean): void {
  const changed = files.filter(({ prop }) => prop.favorite !== on);
  beginDriveAct(
    model,
    { kind: 'favorite', files: changed, on },
    say(on ? 'drive.done.favorite' : 'drive.done.unfavorite'),
  );
}

function allFavorite({ files }: DriveTarget): boolean {
  return files.every(({ prop }) => prop.favorite);
}

function countedWords(
  files: readonly DriveFile[],
  many:
    | 'drive.done.trash'
    | 'drive.done.leave'
    | 'drive.done.trashShared'
    | 'drive.done.restore'
    | 'drive.done.move',
  one:
    | 'drive.done.trashOne'
    | 'drive.done.leaveOne'
    | 'drive.done.trashSharedOne'
    | 'drive.done.restoreOne'
    | 'drive.done.moveOne',
  values: { folder?: string } = {},
): string {
  const [file] = files;
  return files.length === 1 && file
    ? say(one, { ...values, name: file.name })
    : say(many, { ...values, count: files.length });
}

/** Performs the act of a shortcut, if one fits the target. */
export function performDriveKey(key: string, target: DriveTarget): boolean {
  const wanted = key === 'Delete' ? '#' : key;
  const act = DRIVE_ACTS.find(({ shortcut, available }) => shortcut === wanted && available(target));
  act?.perform(target);
  return act !== undefined;
}
