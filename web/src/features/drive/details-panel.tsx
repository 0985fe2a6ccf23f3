import type { DriveFile } from '@bocau/contract/drive.ts';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { after } from '../../lib/timers.ts';
import { isOwn } from '../../model/drive/drive-operations.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { WhoHasAccess } from '../../parts/shares/who-has-access.tsx';
import { Drawer } from '../../ui/layers/drawer.tsx';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './details-panel.module.css';
import { isFolder, isTrashed } from './drive-kinds.ts';
import { EntryIcon } from './entry-icon.tsx';
import type { DriveScreenState } from './use-drive-screen.ts';
import { VersionList } from './version-list.tsx';

const SETTLED_MS = 400;

type Props = {
  screen: DriveScreenState;
  /** The page: if narrower than this, it has no room for details beside the list. */
  beside: RefObject<HTMLElement | null>;
  widthBeside: number;
};

/**
 * The details of one entry: properties, versions, who has access. Beside the list, or over it where there is
 * no room.
 */
export function DetailsPanel({ screen, beside, widthBeside }: Props) {
  const { t } = useTranslation();
  const over = useIsNarrow(beside, widthBeside);
  const file = screen.detailed;
  const close = () => screen.showDetails(false);
  const body = file ? (
    <Details key={file.id} file={file} />
  ) : (
    <p className={styles.none}>{t('drive.details.none')}</p>
  );
  const head = (
    <div className={styles.head}>
      <h2 tabIndex={-1} data-autofocus={over || undefined}>
        {t('drive.details.title')}
      </h2>
      <ToolButton icon={IconX} label={t('common.actions.close')} onClick={close} />
    </div>
  );
  if (over) {
    return (
      <Drawer.Root opened onClose={close} position="right" size={360} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('drive.details.title')}>
          <Drawer.Body>
            {head}
            {body}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  return (
    <aside className={styles.panel} aria-label={t('drive.details.title')}>
      {head}
      {body}
    </aside>
  );
}

function Details({ file }: { file: DriveFile }) {
  const { t } = useTranslation();
  const folder = isFolder(file);
  // Creating or ending a share changes the entry: then the list of shares is reloaded.
  const [shares, setShares] = useState(0);
  // Moving quickly through the rows requests nothing for those passed on the way.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => after(SETTLED_MS, () => setSettled(true)), []);
  const facts: [string, string][] = [
    [t('drive.details.type'), folder ? t('drive.folder') : typeWords()],
    ...(folder ? [] : [[t('drive.details.size'), readableSize(file.size)] satisfies [string, string]]),
    [t('drive.details.place'), placeWords()],
    [t('drive.details.owner'), file.owner_display_name || file.owner],
    ...(file.prop.shared_at === undefined
      ? []
      : [[t('drive.columns.shared_at'), fullDate(file.prop.shared_at)] satisfies [string, string]]),
    [t('drive.details.modified'), fullDate(file.last_modified)],
    [t('drive.details.created'), fullDate(file.created_at)],
  ];
  return (
    <div className={styles.details}>
      <div className={styles.picture}>
        <EntryIcon file={file} size={120} />
      </div>
      <h3 className={styles.name}>
        <FileName name={file.name} />
      </h3>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isSettled && !folder && !isTrashed(file) && <VersionList file={file} />}
      {isSettled && isOwn(file) && !isTrashed(file) && (
        <div className={styles.access}>
          <WhoHasAccess
            file={file}
            version={shares + Number(file.prop.shared)}
            onChanged={() => setShares((known) => known + 2)}
          />
        </div>
      )}
    </div>
  );

  function typeWords(): string {
    const dot = file.name.lastIndexOf('.');
    return dot > 0 ? file.name.slice(dot + 1).toUpperCase() : t('drive.details.file');
  }

  function placeWords(): string {
    const above = file.display_name.slice(0, file.display_name.lastIndexOf('/'));
    return `${t(isOwn(file) ? 'drive.places.folder' : 'drive.places.shared')}${above}`;
  }
}
