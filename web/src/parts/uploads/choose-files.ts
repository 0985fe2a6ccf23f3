import type { FileHandle, UploadSource } from '../../model/drive/uploads/upload-item.ts';

type Picking = Window & {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileHandle[]>;
};

/**
 * Opens the dialog to choose files, or a folder with all its content. Where the browser provides handles, an
 * upload resumes after a reload without choosing the file again. Empty if the dialog is cancelled.
 */
export async function chooseFiles(kind: 'files' | 'folder' = 'files'): Promise<UploadSource[]> {
  const picking = window as Picking;
  if (kind === 'folder' || !picking.showOpenFilePicker) return byInput(kind);
  try {
    const handles = await picking.showOpenFilePicker({ multiple: true });
    return await Promise.all(
      handles.map(async (handle) => ({ file: await handle.getFile(), handle, folders: [] })),
    );
  } catch (error) {
    if ((error as Error).name === 'AbortError') return [];
    return byInput(kind);
  }
}

function byInput(kind: 'files' | 'folder'): Promise<UploadSource[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = kind === 'folder';
  return new Promise((resolve) => {
    input.onchange = () =>
      resolve(
        [...(input.files ?? [])].map((file) => ({
          file,
          folders: file.webkitRelativePath.split('/').slice(0, -1),
        })),
      );
    input.oncancel = () => resolve([]);
    input.click();
  });
}
