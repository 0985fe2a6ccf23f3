import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconLayoutBottombar,
  IconLayoutList,
  IconLayoutSidebarRight,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './list-toolbar.module.css';
import type { PageRange } from './page-range.ts';
import { PICKS, type Pick } from './selection.ts';
import { SPLITS, type Split } from './split.ts';

type ToolbarProps = {
  picked: number;
  allPicked: boolean;
  onPage: number;
  range: PageRange;
  capped: boolean;
  split: Split | null;
  condensed: boolean;
  /** The acts for what is picked, or for the folder. */
  children: ReactNode;
  onPick(which: Pick): void;
  onRefresh(): void;
  onGoTo(page: number): void;
  onSplit(split: Split): void;
};

export function ListToolbar(props: ToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className={`${styles['bar']} not-printed`} role="toolbar" aria-label={t('threadList.toolbar')}>
      <SelectMenu
        some={props.picked > 0}
        all={props.allPicked}
        empty={props.onPage === 0}
        onPick={props.onPick}
      />
      {props.picked === 0 && (
        <BarButton icon={IconRefresh} label={t('threadList.refresh')} onClick={props.onRefresh} />
      )}
      {props.children}
      <span className={styles['gap']} aria-live="polite">
        {props.picked > 0 && t('threadList.picked', { count: props.picked })}
      </span>
      <Pagination
        range={props.range}
        capped={props.capped}
        condensed={props.condensed}
        // Where there is little room, what is picked is worth more than where one is.
        hidesRange={props.condensed && props.picked > 0}
        onGoTo={props.onGoTo}
      />
      {props.split && <SplitMenu split={props.split} onSplit={props.onSplit} />}
      <SettingsLink />
    </div>
  );
}

type SelectProps = { some: boolean; all: boolean; empty: boolean; onPick(which: Pick): void };

function SelectMenu({ some, all, empty, onPick }: SelectProps) {
  const { t } = useTranslation();
  return (
    <div className={styles['select']}>
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
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('threadList.pickMenu')}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {PICKS.map((which) => (
            <Menu.Item key={which} onClick={() => onPick(which)}>
              {t(`threadList.pick.${which}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

type PaginationProps = {
  range: PageRange;
  capped: boolean;
  condensed: boolean;
  hidesRange: boolean;
  onGoTo(page: number): void;
};

function Pagination({ range, capped, condensed, hidesRange, onGoTo }: PaginationProps) {
  const { t } = useTranslation();
  const goTo = (page: number | null) => page !== null && onGoTo(page);
  const words = capped ? 'threadList.rangeCapped' : 'threadList.range';
  const shown = range.to > 0 && t(words, range);
  return (
    <nav className={styles['pages']} aria-label={t('threadList.pages')}>
      {hidesRange ? null : condensed ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <button type="button" className={styles['range']}>
              {shown}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={range.newest === null} onClick={() => goTo(range.newest)}>
              {t('threadList.newest')}
            </Menu.Item>
            <Menu.Item disabled={range.oldest === null} onClick={() => goTo(range.oldest)}>
              {t('threadList.oldest')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <>
          <span className={styles['range']}>{shown}</span>
          <PageButton icon={IconChevronsLeft} name="newest" to={range.newest} onGoTo={onGoTo} />
        </>
      )}
      <PageButton icon={IconChevronLeft} name="previous" to={range.previous} onGoTo={onGoTo} />
      <PageButton icon={IconChevronRight} name="next" to={range.next} onGoTo={onGoTo} />
      {!condensed && <PageButton icon={IconChevronsRight} name="oldest" to={range.oldest} onGoTo={onGoTo} />}
    </nav>
  );
}

type PageButtonProps = {
  icon: ComponentType<{ size?: number | string }>;
  name: 'newest' | 'previous' | 'next' | 'oldest';
  to: number | null;
  onGoTo(page: number): void;
};

function PageButton({ icon, name, to, onGoTo }: PageButtonProps) {
  const { t } = useTranslation();
  return (
    <BarButton
      icon={icon}
      label={t(`threadList.${name}`)}
      disabled={to === null}
      onClick={() => to !== null && onGoTo(to)}
    />
  );
}

const SPLIT_ICONS = {
  default: IconLayoutList,
  right: IconLayoutSidebarRight,
  bottom: IconLayoutBottombar,
} as const satisfies Record<Split, unknown>;

function SplitMenu({ split, onSplit }: { split: Split; onSplit(split: Split): void }) {
  const { t } = useTranslation();
  const Icon = SPLIT_ICONS[split];
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('threadList.splitMenu')}>
          <Icon size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SPLITS.map((each) => {
          const EachIcon = SPLIT_ICONS[each];
          return (
            <Menu.RadioItem
              key={each}
              value={each}
              checked={each === split}
              closeMenuOnClick
              rightSection={<EachIcon size={18} />}
              onChange={() => onSplit(each)}
            >
              {t(`threadList.split.${each}`)}
            </Menu.RadioItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function SettingsLink() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('shell.settings')} openDelay={400}>
      <ActionIcon
        component={Link}
        to="/setting/general"
        className={styles['settings']}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('shell.settings')}
      >
        <IconSettings size={20} />
      </ActionIcon>
    </Tooltip>
  );
}

type BarButtonProps = {
  icon: ComponentType<{ size?: number | string }>;
  label: string;
  disabled?: boolean;
  onClick(): void;
};

/** Stays focusable when it leads nowhere, so that the last page does not take the focus away. */
function BarButton({ icon: Icon, label, disabled = false, onClick }: BarButtonProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        aria-disabled={disabled}
        data-disabled={disabled || undefined}
        onClick={() => !disabled && onClick()}
      >
        <Icon size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
