import { ActionIcon } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconHistory,
  IconRefresh,
  IconSettings,
  IconX,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Split } from '../../model/settings/split.ts';
import { Link } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import styles from './list-toolbar.module.css';
import { type PageName, type PageRange, pageWords } from './page-range.ts';
import type { Pick } from './picks.ts';
import { SPLIT_ICONS } from './split-icons.ts';

const menus = async () => (await Promise.all([import('./toolbar-menus.tsx'), loadLaterWords()]))[0];
const PickMenu = lazyPart(async () => (await menus()).PickMenu);
const EndsMenu = lazyPart(async () => (await menus()).EndsMenu);
const SplitMenu = lazyPart(async () => (await menus()).SplitMenu);

type ToolbarProps = {
  picked: number;
  allPicked: boolean;
  onPage: number;
  range: PageRange;
  capped: boolean;
  /** Not sorted by date: then no page is newer than another. */
  sorted: boolean;
  split: Split | null;
  condensed: boolean;
  /** As narrow as the smallest phones: not all touch targets fit. */
  tight: boolean;
  /** The rows are cached from an earlier visit, and not confirmed by the server yet. */
  lastSeen: boolean;
  /** The acts on the selection, or on the folder. */
  children: ReactNode;
  onPick(which: Pick): void;
  onRefresh(): void;
  onHistory(): void;
  onGoTo(page: number): void;
  onSplit(split: Split): void;
};

export function ListToolbar(props: ToolbarProps) {
  const { t } = useTranslation();
  return (
    <div
      className={`${styles['bar']} not-printed`}
      data-tight={props.tight || undefined}
      role="toolbar"
      aria-label={t('threadList.toolbar')}
    >
      <SelectMenu
        some={props.picked > 0}
        all={props.allPicked}
        empty={props.onPage === 0}
        onPick={props.onPick}
      />
      {props.picked === 0 && !props.tight && (
        <ToolButton icon={IconRefresh} label={t('threadList.refresh')} onClick={props.onRefresh} />
      )}
      {props.picked === 0 && !props.condensed && (
        <ToolButton icon={IconHistory} label={t('acts.history.title')} onClick={props.onHistory} />
      )}
      {props.children}
      {props.picked > 0 && (
        <ToolButton
          className={styles.unpick}
          icon={IconX}
          label={t('threadList.clear')}
          onClick={() => props.onPick('none')}
        />
      )}
      <span className={styles['gap']} aria-live="polite">
        {props.picked > 0 && (
          <span className={styles.picked} data-picked>
            {t('threadList.picked', { count: props.picked })}
          </span>
        )}
        {props.picked === 0 && props.lastSeen && (
          <span className={styles['lastSeen']}>
            {t(props.condensed ? 'threadList.updating' : 'threadList.lastSeen')}
          </span>
        )}
      </span>
      {(props.picked === 0 || !props.tight) && (
        <Pagination
          range={props.range}
          capped={props.capped}
          sorted={props.sorted}
          condensed={props.condensed}
          // Where there is little room, the selection or the unconfirmed state matters more than the range.
          hidesRange={props.condensed && (props.picked > 0 || props.lastSeen)}
          onGoTo={props.onGoTo}
        />
      )}
      {props.split && <SplitButton split={props.split} onSplit={props.onSplit} />}
      <SettingsLink />
    </div>
  );
}

type SelectProps = { some: boolean; all: boolean; empty: boolean; onPick(which: Pick): void };

function SelectMenu({ some, all, empty, onPick }: SelectProps) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu', PickMenu);
  return (
    <div className={styles['select']}>
      <label className={styles['room']}>
        <input
          type="checkbox"
          aria-label={t('threadList.pickAll')}
          checked={all}
          disabled={empty}
          ref={(box) => {
            if (box) box.indeterminate = some && !all;
          }}
          onChange={() => onPick(some ? 'none' : 'all')}
        />
      </label>
      <ToolButton
        {...button}
        icon={IconChevronDown}
        label={t('threadList.pickMenu')}
        size={28}
        iconSize={16}
      />
      <Suspense>{opened && <PickMenu {...opened} onPick={onPick} />}</Suspense>
    </div>
  );
}

type PaginationProps = {
  range: PageRange;
  capped: boolean;
  sorted: boolean;
  condensed: boolean;
  hidesRange: boolean;
  onGoTo(page: number): void;
};

function Pagination({ range, capped, sorted, condensed, hidesRange, onGoTo }: PaginationProps) {
  const { t } = useTranslation();
  const label = (name: PageName) => t(pageWords(name, sorted));
  const { button, opened } = useOpener('menu', EndsMenu);
  const words = capped ? 'threadList.rangeCapped' : 'threadList.range';
  const shown = range.to > 0 && t(words, range);
  return (
    <nav className={styles['pages']} aria-label={t('threadList.pages')}>
      {hidesRange || (condensed && !shown) ? null : condensed ? (
        <>
          <button {...button} type="button" className={styles['range']}>
            {shown}
          </button>
          <Suspense>
            {opened && <EndsMenu {...opened} range={range} sorted={sorted} onGoTo={onGoTo} />}
          </Suspense>
        </>
      ) : (
        <>
          <span className={styles['range']}>{shown}</span>
          <PageButton icon={IconChevronsLeft} label={label('newest')} to={range.newest} onGoTo={onGoTo} />
        </>
      )}
      <PageButton icon={IconChevronLeft} label={label('previous')} to={range.previous} onGoTo={onGoTo} />
      <PageButton icon={IconChevronRight} label={label('next')} to={range.next} onGoTo={onGoTo} />
      {!condensed && (
        <PageButton icon={IconChevronsRight} label={label('oldest')} to={range.oldest} onGoTo={onGoTo} />
      )}
    </nav>
  );
}

type PageButtonProps = {
  icon: ComponentType<{ size?: number | string }>;
  label: string;
  to: number | null;
  onGoTo(page: number): void;
};

function PageButton({ icon, label, to, onGoTo }: PageButtonProps) {
  return (
    <ToolButton icon={icon} label={label} disabled={to === null} onClick={() => to !== null && onGoTo(to)} />
  );
}

function SplitButton({ split, onSplit }: { split: Split; onSplit(split: Split): void }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu', SplitMenu);
  return (
    <>
      <ToolButton {...button} icon={SPLIT_ICONS[split]} label={t('threadList.splitMenu')} />
      <Suspense>{opened && <SplitMenu {...opened} split={split} onSplit={onSplit} />}</Suspense>
    </>
  );
}

function SettingsLink() {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component={Link}
      to="/setting/general"
      className={styles['settings']}
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('shell.settings')}
      data-hint={t('shell.settings')}
    >
      <IconSettings size={20} />
    </ActionIcon>
  );
}
