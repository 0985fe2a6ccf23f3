import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { cardAddress } from '../drive/card-address.ts';
import { useApi } from '../mailbox/use-api.ts';
import { onlyLinks } from './choice.ts';
import type { DriveCard } from './drive-card.ts';

type Options = {
  /** The total size of the existing attachments. */
  attachedBytes?: number;
  onLinks(cards: DriveCard[], files: readonly DriveFile[]): void;
  /** Absent where they are only linked to. */
  onAttach?(files: MailFile[]): void;
  onClose(): void;
};

export type PickedFiles = ReturnType<typeof usePickedFiles>;

/** The chosen files, and how they go into the message: as links, or attached where that is possible. */
export function usePickedFiles({ attachedBytes = 0, onLinks, onAttach, onClose }: Options) {
  const { t } = useTranslation();
  const api = useApi();
  const [selected, setSelected] = useState<readonly DriveFile[]>([]);
  const [asAttachment, setAsAttachment] = useState(false);
  const [adding, setAdding] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  /** Why they can't be attached. */
  const because = onAttach && selected.length > 0 ? onlyLinks(selected, attachedBytes) : null;

  function toggle(file: DriveFile): void {
    setRefused(null);
    setSelected((before) =>
      before.some(({ id }) => id === file.id) ? before.filter(({ id }) => id !== file.id) : [...before, file],
    );
  }

  async function insert(files: readonly DriveFile[]): Promise<void> {
    if (!onAttach || !asAttachment || onlyLinks(files, attachedBytes) !== null) {
      onLinks(files.map(cardOf), files);
      onClose();
      return;
    }
    setAdding(true);
    try {
      const { data } = await api.attachDriveFiles({ body: { hrefs: files.map(({ href }) => href) } });
      onAttach(data);
      onClose();
    } catch (error) {
      setRefused(asApiError(error));
    } finally {
      setAdding(false);
    }
  }

  function cardOf({ id, name, type, size }: DriveFile): DriveCard {
    const about =
      type === 'folder' ? t('driveMail.card.folder') : t('driveMail.card.file', { size: readableSize(size) });
    return { id, name, href: cardAddress(id, type), about };
  }

  return {
    ...{ selected, toggle, insert, adding, refused, because, setAsAttachment },
    mayAttach: onAttach !== undefined,
    attaches: asAttachment && because === null,
  };
}
