import type { DriveFile } from '@bocau/contract/drive.ts';
import type { File } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { driveFileAddress } from '../../parts/drive/drive-address.ts';
import { PreviewOverlay } from '../../parts/previews/preview-overlay.tsx';
import { type PreviewSource, PreviewSourceContext } from '../../parts/previews/preview-source.ts';
import { isFolder, isTrashed } from './drive-kinds.ts';

const OF_DRIVE: PreviewSource = {
  name: 'drive',
  download: driveFileAddress,
  shown: (id) => `${driveFileAddress(id)}?inline=1`,
  preparePreview: async (api, id, signal) => (await api.prepareDrivePreview({ params: { id } }, signal)).data,
  // These are shown by what the server knows of the mail that they came with.
  without: ['mail', 'event'],
};

type Props = { file: DriveFile; files: readonly DriveFile[]; onClose(): void };

/**
 * The files of a list, one after the other, beginning with one of them. They stay what they were when it opened:
 * whoever reads one must not find another in its place because the list has changed.
 */
export function DrivePreview({ file, files, onClose }: Props) {
  const [{ shown, start }] = useState(() => around(file, files));
  return (
    <PreviewSourceContext value={OF_DRIVE}>
      <PreviewOverlay files={shown} start={start} onClose={onClose} />
    </PreviewSourceContext>
  );
}

function around(file: DriveFile, files: readonly DriveFile[]): { shown: File[]; start: number } {
  const previewed = files.filter((one) => !isFolder(one) && !isTrashed(one));
  const start = previewed.findIndex(({ id }) => id === file.id);
  // One that stands further down than the list is loaded is shown by itself.
  return start < 0 ? { shown: [asAttached(file)], start: 0 } : { shown: previewed.map(asAttached), start };
}

/** As the overlay knows files: those of messages. */
function asAttached({ id, name, size, content_type: type, prop }: DriveFile): File {
  return {
    ...{ id, uuid: id, name, size, content_type: type ?? '', has_virus: prop.has_virus === true },
    ...{ content_id: null, inlineImage: false, is_office: false, message: null, drive_file: null },
  };
}
