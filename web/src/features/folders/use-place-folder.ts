import { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { loadLaterWords, say } from '../../i18n/i18n.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { folderAt } from '../../parts/addresses/shown-place.ts';
import { folderWords, pathWords } from '../../parts/folders/folder-names.ts';
import { isWithin } from '../../parts/folders/folder-rows.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useNavigate } from '../../router/router.tsx';
import { recordFolderAct } from '../thread-actions/folder-acts.ts';
import { type Spot, spotOf } from './folder-spots.ts';
import { openFolder } from './open-folders.ts';

/** Moves a folder; notice and history can undo it, and the screen follows the folder. */
export function usePlaceFolder(): (folder: Folder, spot: Spot) => Promise<void> {
  const model = useMailModel();
  const navigate = useNavigate();

  async function put(id: string, { parent, before }: Spot): Promise<boolean> {
    const path = model.folderById(id)?.display_name;
    const order = before === undefined ? {} : { before_id: before?.id ?? null };
    try {
      const placed = await model.placeFolder(id, { parent_id: parent?.id ?? null, ...order });
      const shown = folderAt(window.location);
      if (path !== undefined && shown !== null && isWithin(shown, path)) {
        const list = { kind: 'folder', path: placed.display_name + shown.slice(path.length) } as const;
        await navigate(addressOf(list), { replace: true });
      }
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: refusal(error, model.folderById(id)), tone: 'danger', seconds: 5 });
      return false;
    }
  }

  return async (folder, spot) => {
    const was = spotOf(model.folders(), folder);
    const byKeys = document.activeElement !== document.body;
    await loadLaterWords();
    if (!(await put(folder.id, spot))) return;
    if (spot.parent) openFolder(spot.parent.id, true);
    if (byKeys) keepFocus(folder.id);
    recordFolderAct(
      () => doneWords(folder, was, spot),
      () => put(folder.id, was),
    );
  };
}

function doneWords({ display_name }: Folder, was: Spot, { parent }: Spot): string {
  const name = folderWords(say, display_name);
  if (was.parent?.id === parent?.id) return say('folders.dialog.ordered', { name });
  if (!parent) return say('folders.dialog.movedToTop', { name });
  return say('folders.dialog.moved', { name, parent: pathWords(say, parent.display_name) });
}

function refusal(error: ApiError, folder: Folder | null): string {
  const name = folder ? folderWords(say, folder.display_name) : '';
  if (error.code === 'already_exists') return say('folders.fault.takenThere', { name });
  if (error.code === 'folder_not_allowed') return say('folders.fault.tooDeep', { name });
  return errorWords(say, error);
}

/** The focused line may have been mounted anew elsewhere. */
function keepFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-folder="${id}"]`)?.focus();
  });
}
