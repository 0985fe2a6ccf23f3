import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { ListRef, MailModel } from '../../model/mail/mail-model.ts';
import { isSystemTarget } from '../../parts/acts/act-target.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import { moveTo } from './acts.ts';

const THREAD_DRAG_TYPE = 'application/x-bocau-threads';

type Dragged = { list: ListRef; threads: readonly Thread[] };

/** Kept by reference, not in the drag data: a drag from another window may name threads unknown here. */
let dragged: Dragged | null = null;

export function startThreadDrag(data: DataTransfer, list: ListRef, threads: readonly Thread[]): void {
  dragged = { list, threads };
  data.setData(THREAD_DRAG_TYPE, idsOf(threads));
  data.effectAllowed = 'copyMove';
}

export function endThreadDrag(): void {
  dragged = null;
}

/** Readable before the drop, unlike the data itself. */
export function carriesThreads(data: DataTransfer): boolean {
  return data.types.includes(THREAD_DRAG_TYPE);
}

export function mayTakeThreads(folder: Folder): boolean {
  if (isSystemTarget(folder)) return false;
  return dragged?.threads.some((thread) => thread.folder_id !== folder.id) ?? false;
}

/** Moves the dropped threads to a folder; `words` name the folder. */
export function dropOnFolder(
  model: MailModel,
  data: DataTransfer,
  folder: Folder,
  folderWords: string,
): void {
  const drag = takeDropped(data);
  if (drag && !isSystemTarget(folder)) moveTo({ model, ...drag, whole: null }, folder, folderWords);
}

/** Puts a label on the dropped threads. */
export function dropOnLabel(model: MailModel, data: DataTransfer, label: Label): void {
  const drag = takeDropped(data);
  if (!drag) return;
  import('./set-labels.ts').then(
    ({ setLabel }) => setLabel({ model, ...drag, whole: null }, label, true),
    reportPartFailed,
  );
}

/** What was dropped here; null for a drag from another window. */
function takeDropped(data: DataTransfer): Dragged | null {
  const drag = dragged;
  // The dragged row may be unmounted before its `dragend` event.
  endThreadDrag();
  return drag && data.getData(THREAD_DRAG_TYPE) === idsOf(drag.threads) ? drag : null;
}

function idsOf(threads: readonly Thread[]): string {
  return threads.map((thread) => thread.id).join('\n');
}
