import type { DriveFile } from '@bocau/contract/drive.ts';
import type { File } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { driveFileAddress } from '../../parts/drive/drive-address.ts';
import { PreviewOverlay } from '../../parts/previews/preview-overlay.tsx';
import { type PreviewSource, PreviewSourceContext } from '../../parts/previews/preview-source.ts';
import { isFolder, isTrashed } from './drive-kinds.ts';

/** Each version of a file is shown anew: a page shows what it has loaded once from the same address. */
function sourceOf(files: readonly DriveFile[]): PreviewSource {
  const versions = new Map(files.map(({ id, prop }) => [id, prop.version_id ?? '']));
  const versionOf = (id: string) => versions.get(id) ?? '';
  return {
    keyOf: (id) => `drive ${id} ${versionOf(id)}`,
    download: driveFileAddress,
    shown: (id) => `${driveFileAddress(id)}?inline=1&v=${versionOf(id)}`,
    preparePreview: async (api, id, signal) =>
      (await api.prepareDrivePreview({ params: { id } }, signal)).data,
    // These are shown by what the server knows of the mail that they came with.
    without: ['mail', 'event'],
  };
}

type Props = { file: DriveFile; files: readonly DriveFile[]; onClose(): void };

/**
 * The files of a list, one after the other, beginning with one of them. They stay what they were when it opened:
 * whoever reads one must not find another in its place because the list has changed.
 */
export function DrivePreview({ file, files, onClose }: Props) {
  const [{ shown, start, source }] = useState(() => around(file, files));
  return (
    <PreviewSourceContext value={source}>
      <PreviewOverlay files={shown} start={start} onClose={onClose} />
    </PreviewSourceContext>
  );
}

function around(file: DriveFile, files: readonly DriveFile[]) {
  const before = files.filter((one) => !isFolder(one) && !isTrashed(one));
  // One that stands further down than the list is loaded is shown by itself.
  const previewed = before.some(({ id }) => id === file.id) ? before : [file];
  const start = previewed.findIndex(({ id }) => id === file.id);
  return { shown: previewed.map(asAttached), start, source: sourceOf(previewed) };
}

/** As the overlay knows files: those of messages. */
function asAttached({ id, name, size, content_type: type, prop }: DriveFile): File {
  return {
    ...{ id, uuid: id, name, size, content_type: type ?? '', has_virus: prop.has_virus === true },
    ...{ content_id: null, inlineImage: false, is_office: false, message: null, drive_file: null },
  };
}
