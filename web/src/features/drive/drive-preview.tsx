import type { DriveFile } from '@bocau/contract/drive.ts';
import type { File } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { driveFileAddress } from '../../parts/drive/drive-address.ts';
import { PreviewOverlay } from '../../parts/previews/preview-overlay.tsx';
import { type PreviewSource, PreviewSourceContext } from '../../parts/previews/preview-source.ts';
import { isFolder, isTrashed } from './drive-kinds.ts';

/** A new source for each version of a file: the preview loads only once from the same address. */
function sourceOf(files: readonly DriveFile[]): PreviewSource {
  const versions = new Map(files.map(({ id, prop }) => [id, prop.version_id ?? '']));
  const versionOf = (id: string) => versions.get(id) ?? '';
  return {
    keyOf: (id) => `drive ${id} ${versionOf(id)}`,
    download: driveFileAddress,
    shown: (id) => `${driveFileAddress(id)}?inline=1&v=${versionOf(id)}`,
    preparePreview: async (api, id, signal) =>
      (await api.prepareDrivePreview({ params: { id } }, signal)).data,
    // These need what the server knows about the message they were attached to.
    without: ['mail', 'event'],
  };
}

type Props = { file: DriveFile; files: readonly DriveFile[]; onClose(): void };

/**
 * Previews the files of a list, starting with one of them. The sequence is fixed when it opens: a change of
 * the list must not replace the file that somebody is reading.
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
  // A file further down than the list is loaded is previewed alone.
  const previewed = before.some(({ id }) => id === file.id) ? before : [file];
  const start = previewed.findIndex(({ id }) => id === file.id);
  return { shown: previewed.map(asAttached), start, source: sourceOf(previewed) };
}

/** The form in which the overlay knows files: as attachments. */
function asAttached({ id, name, size, content_type: type, prop }: DriveFile): File {
  return {
    ...{ id, uuid: id, name, size, content_type: type ?? '', has_virus: prop.has_virus === true },
    ...{ content_id: null, inlineImage: false, is_office: false, message: null, drive_file: null },
  };
}
