import { IconClock, IconFolder, IconFolderShare, IconShare, IconStar, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import { driveAddressOf } from '../../parts/drive/drive-address.ts';
import { Link } from '../../router/router.tsx';
import { type DropPlace, useEntryDrop } from './drive-drag.ts';
import styles from './drive-places.module.css';

type Place = Exclude<DriveListRef['kind'], 'search'>;

const PLACES: readonly { kind: Place; icon: ComponentType<{ size?: number }> }[] = [
  { kind: 'folder', icon: IconFolder },
  { kind: 'recent', icon: IconClock },
  { kind: 'favorites', icon: IconStar },
  { kind: 'shared', icon: IconFolderShare },
  { kind: 'shared-by-me', icon: IconShare },
  { kind: 'trash', icon: IconTrash },
];

/** The lists of the drive; the first and the last are drop targets. */
export function DrivePlaces({ list }: { list: DriveListRef }) {
  const { t } = useTranslation();
  const places = useRef<HTMLElement>(null);
  // On a phone they extend beyond the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is shown
  useLayoutEffect(() => {
    places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list.kind]);
  return (
    <nav ref={places} className={styles.places} aria-label={t('drive.places.label')}>
      {PLACES.map(({ kind, icon }) => (
        <PlaceLink key={kind} kind={kind} icon={icon} current={kind === list.kind} />
      ))}
    </nav>
  );
}

type PlaceProps = { kind: Place; icon: ComponentType<{ size?: number }>; current: boolean };

function PlaceLink({ kind, icon: Icon, current }: PlaceProps) {
  const { t } = useTranslation();
  const name = t(`drive.places.${kind}`);
  const { over, handlers } = useEntryDrop(placeOf(kind, name));
  return (
    <Link
      to={driveAddressOf(kind === 'folder' ? { kind, id: null } : { kind })}
      className={styles.place}
      aria-current={current ? 'page' : undefined}
      data-over={over || undefined}
      draggable={false}
      {...handlers}
    >
      <Icon size={18} />
      <span>{name}</span>
    </Link>
  );
}

function placeOf(kind: Place, name: string): DropPlace | null {
  if (kind === 'folder') return { id: null, name };
  return kind === 'trash' ? 'trash' : null;
}
