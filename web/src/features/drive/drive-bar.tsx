import { Button } from '@mantine/core';
import {
  IconDotsVertical,
  IconFolderPlus,
  IconInfoCircle,
  IconLayoutGrid,
  IconList,
  IconSortAscending,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSorted } from '../../model/drive/drive-list.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { DRIVE_ACTS, type DriveActId } from './drive-acts.ts';
import styles from './drive-bar.module.css';
import { DriveBreadcrumb } from './drive-breadcrumb.tsx';
import { SortMenu } from './drive-menus.tsx';
import { UploadButton } from './upload-button.tsx';
import type { DriveScreenState } from './use-drive-screen.ts';

/** The acts for which there is room; the menu has all of them. */
const IN_BAR: readonly DriveActId[] = [
  'download',
  'share',
  'move',
  'rename',
  'restore',
  'leave',
  'trash',
  'deleteForGood',
];
const IN_NARROW_BAR: readonly DriveActId[] = ['move', 'restore', 'leave', 'trash', 'deleteForGood'];

/** The current folder and its acts or, while anything is selected, the acts on the selection. */
export function DriveBar({ screen, narrow }: { screen: DriveScreenState; narrow: boolean }) {
  const { t } = useTranslation();
  const { picked, view } = screen;
  const all = picked.length > 0 && picked.length === view.files.length && !view.hasMore;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('drive.toolbar')}>
      {(picked.length > 0 || !narrow) && (
        <label className={styles.room}>
          <input
            type="checkbox"
            aria-label={t('drive.pickAll')}
            checked={all}
            disabled={view.files.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = picked.length > 0 && !all;
            }}
            onChange={() => (picked.length > 0 ? screen.select(NOTHING_PICKED) : screen.pickAll.loaded())}
          />
        </label>
      )}
      {picked.length > 0 ? (
        <PickedBar screen={screen} narrow={narrow} />
      ) : (
        <PlaceBar screen={screen} narrow={narrow} />
      )}
    </div>
  );
}

function PickedBar({ screen, narrow }: { screen: DriveScreenState; narrow: boolean }) {
  const { t } = useTranslation();
  const { picked, target } = screen;
  const ids = narrow ? IN_NARROW_BAR : IN_BAR;
  const acts = DRIVE_ACTS.filter(({ id, available }) => ids.includes(id) && available(target));
  return (
    <>
      <ToolButton icon={IconX} label={t('drive.clearPicked')} onClick={() => screen.select(NOTHING_PICKED)} />
      <span className={styles.count} aria-live="polite">
        {t('drive.picked', { count: picked.length })}
      </span>
      <span className={styles.gap} />
      {acts.map(({ id, icon, perform }) => (
        <ToolButton key={id} icon={icon} label={t(`drive.acts.${id}`)} onClick={() => perform(target)} />
      ))}
      <ToolButton
        icon={IconDotsVertical}
        label={t('drive.moreActs')}
        aria-haspopup="menu"
        onClick={(event) => screen.openMenu({ target, place: event.currentTarget.getBoundingClientRect() })}
      />
    </>
  );
}

function PlaceBar({ screen, narrow }: { screen: DriveScreenState; narrow: boolean }) {
  const { t } = useTranslation();
  const { list, look, view } = screen;
  const sort = useOpener('menu');
  const isFolder = list.kind === 'folder';
  const mayAdd = isFolder && view.permission !== 'READ' && view.loading === 'ready';
  const isGrid = look.layout === 'grid';
  return (
    <>
      {isFolder ? (
        <DriveBreadcrumb steps={view.breadcrumb} shared={view.permission !== 'OWNER'} narrow={narrow} />
      ) : (
        <span className={styles.title}>
          {list.kind === 'search' ? t('drive.search.found', { words: list.words }) : screen.name}
        </span>
      )}
      {list.kind === 'trash' && view.files.length > 0 && (
        <Button variant="default" size="compact-md" onClick={() => screen.ask({ kind: 'empty-trash' })}>
          {t('drive.delete.empty')}
        </Button>
      )}
      {mayAdd && !narrow && (
        <>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={18} />}
            onClick={() => screen.ask({ kind: 'new-folder' })}
          >
            {t('drive.acts.newFolder')}
          </Button>
          <UploadButton parentId={list.id} narrow={false} />
        </>
      )}
      {mayAdd && narrow && (
        <ToolButton
          icon={IconFolderPlus}
          label={t('drive.acts.newFolder')}
          onClick={() => screen.ask({ kind: 'new-folder' })}
        />
      )}
      {mayAdd && narrow && <UploadButton parentId={list.id} narrow />}
      {isSorted(list) && (narrow || isGrid) && (
        <>
          <ToolButton {...sort.button} icon={IconSortAscending} label={t('drive.sort.label')} />
          {sort.opened && (
            <SortMenu {...sort.opened} list={list.kind} order={screen.order} onOrder={screen.setOrder} />
          )}
        </>
      )}
      <ToolButton
        icon={isGrid ? IconList : IconLayoutGrid}
        label={t(isGrid ? 'drive.layout.list' : 'drive.layout.grid')}
        onClick={() => screen.setLook({ ...look, layout: isGrid ? 'list' : 'grid' })}
      />
      {!narrow && (
        <ToolButton
          icon={IconInfoCircle}
          label={t('drive.details.title')}
          aria-pressed={screen.detailsShown}
          onClick={() => screen.showDetails(!screen.detailsShown)}
        />
      )}
    </>
  );
}
