import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { after } from '../../../lib/timers.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { cardAddress } from '../../../parts/drive/card-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useUploadQueue, useUploads } from '../../../parts/uploads/use-uploads.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { largeUploads, setLargeUpload } from './large-uploads.ts';

const TRY_AGAIN_MS = 2_000;

type Place = {
  /** The window's id. */
  id: string;
  editor: RefObject<MailEditorHandle | null>;
  /** The element that shows the uploads; the focus moves from there to the text. */
  section: RefObject<HTMLElement | null>;
};

/** The uploads of large files of one window; each becomes a card in the text when it has arrived. */
export function useLargeFiles({ id, editor, section }: Place) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const files = useComposeWindow(id)?.attachmentFiles;
  const api = useApi();
  const queue = useUploadQueue();
  const items = useUploads();
  const uploads = useSyncExternalStore(largeUploads.subscribe, largeUploads.get);
  const own = [...uploads].filter(([, { windowId }]) => windowId === id);
  const adding = useRef(new Set<string>());
  const [tries, setTries] = useState(0);

  async function addCard(fileKey: string, uploadKey: string, entryId: string): Promise<void> {
    if (adding.current.has(fileKey)) return;
    adding.current.add(fileKey);
    try {
      // Where its name was taken, the server has given it another one.
      const { data } = await api.getDriveFile({ params: { id: entryId } });
      const about = t('driveMail.card.file', { size: readableSize(data.size) });
      const href = cardAddress(entryId, 'file');
      const card = { id: entryId, name: data.name, href, about };
      if (!largeUploads.get().has(fileKey)) return;
      if (!editor.current?.addDriveFiles([card], 'end')) throw new Error('the editor is not there');
      const hadFocus = section.current?.contains(document.activeElement);
      setLargeUpload(fileKey, null);
      model.removeFile(id, fileKey);
      queue.cancel(uploadKey);
      if (hadFocus) editor.current.focus();
    } catch {
      after(TRY_AGAIN_MS, () => setTries((before) => before + 1));
    } finally {
      adding.current.delete(fileKey);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an upload or the files change
  useEffect(() => {
    // The window is closed, and this unmounts with it.
    if (!files) return;
    for (const [fileKey, { uploadKey }] of own) {
      const item = items.find(({ key }) => key === uploadKey);
      const isWanted = files.some(({ key }) => key === fileKey);
      if (!item || !isWanted) {
        // Cancelled here or in the drive's list, or removed from the message.
        setLargeUpload(fileKey, null);
        queue.cancel(uploadKey);
        if (document.activeElement === document.body) editor.current?.focus();
      } else if (item.entryId !== null) {
        void addCard(fileKey, uploadKey, item.entryId);
      }
    }
  }, [items, files, tries]);

  // An upload whose file has left the message still completes in the drive, but no text will link to it.
  useEffect(
    () => () => {
      if (model.window(id) !== null) return;
      const left = [...largeUploads.get()].filter(([, { windowId }]) => windowId === id);
      for (const [fileKey] of left) setLargeUpload(fileKey, null);
      const keys = new Set(left.map(([, { uploadKey }]) => uploadKey));
      const count = queue.items().filter(({ key, state }) => keys.has(key) && state !== 'failed').length;
      if (count > 0) notify({ text: t('driveMail.large.goesOn', { count }), seconds: 8 });
    },
    [id, model, queue, t],
  );

  const keys = new Set(own.map(([, { uploadKey }]) => uploadKey));
  return items.filter(({ key }) => keys.has(key));
}
