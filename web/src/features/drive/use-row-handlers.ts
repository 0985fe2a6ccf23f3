import type { DriveFile } from '@bocau/contract/drive.ts';
import { useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { endDriveDrag, startDriveDrag } from './drive-drag.ts';
import type { DriveScreenState } from './use-drive-screen.ts';

/** The callbacks of a row to its list; the same object as long as the language is the same. */
export type RowHandlers = {
  open(file: DriveFile): void;
  toggle(file: DriveFile, range: boolean): void;
  /** Selects this entry alone, or moves the cursor to it: the effect of a click that doesn't open it. */
  focus(file: DriveFile): void;
  menu(file: DriveFile, place: DOMRect): void;
  drag(file: DriveFile, data: DataTransfer): void;
  dragEnd(): void;
  endRename(file: DriveFile, name: string | null): void;
};

export function useRowHandlers(screen: DriveScreenState): RowHandlers {
  const { t } = useTranslation();
  const latest = useRef(screen);
  latest.current = screen;
  return useMemo(
    () => ({
      open: (file) => latest.current.open(file),
      toggle: (file, range) => latest.current.toggle(file, range),
      focus: (file) => latest.current.move(latest.current.view.files.indexOf(file), false),
      menu(file, place) {
        const { picked, targetOf } = latest.current;
        latest.current.move(latest.current.view.files.indexOf(file), false);
        latest.current.openMenu({ target: targetOf(picked.includes(file) ? picked : [file]), place });
      },
      drag(file, data) {
        const { picked } = latest.current;
        const files = picked.includes(file) ? picked : [file];
        startDriveDrag(
          data,
          files,
          files.length === 1 ? file.name : t('drive.drop.moving', { count: files.length }),
        );
      },
      dragEnd: endDriveDrag,
      endRename: (file, name) => latest.current.endRename(file, name),
    }),
    [t],
  );
}
