import { asksForInvoices } from '@bocau/contract/rule-values.ts';
import { Button, Checkbox } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconGripVertical,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import styles from './filter-list.module.css';
import { actionNames, filterWords } from './filter-words.ts';
import { type Filter, ownName } from './read-filter.ts';

type ActsProps = {
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  /** Null where running it would change nothing in existing mail. */
  onRun: (() => void) | null;
  onDelete(): void;
};

type Props = ActsProps & {
  filter: Filter;
  onDrag(id: string): void;
  onDragEnd(): void;
  onTurn(on: boolean): void;
  onEdit(): void;
};

export function FilterLine({ filter, onDrag, onDragEnd, onTurn, onEdit, ...acts }: Props) {
  const { t } = useTranslation();
  const { rule, definition } = filter;
  const words = useMailbox((model) => filterWords(t, definition, actionNames(model)));
  const { button, opened } = useOpener('menu');
  const name = ownName(filter);
  const called = name ?? words;
  return (
    <>
      <Grip called={called} onDrag={() => onDrag(rule.id)} onDragEnd={onDragEnd} />
      <Checkbox
        aria-label={t('filters.on', { filter: called })}
        checked={rule.is_enable}
        onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
      />
      <div className={styles.words} data-off={rule.is_enable ? undefined : ''}>
        {name !== null && <strong>{name}</strong>}
        <span className={name === null ? undefined : styles.muted}>{words}</span>
        <span className={styles.muted}>{hitWords()}</span>
        {asksForInvoices(definition) && <span className={styles.muted}>{t('filters.onlyHere')}</span>}
        <Problems filter={filter} />
      </div>
      <div className={styles.acts}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('filters.edit', { filter: called })}
          onClick={onEdit}
        >
          {t('filters.editShort')}
        </Button>
        <ToolButton
          {...button}
          icon={IconDotsVertical}
          iconSize={18}
          size={32}
          label={t('filters.more', { filter: called })}
          hint={t('acts.other')}
        />
      </div>
      {opened && (
        <AnchoredMenu {...opened} position="bottom-end">
          <Acts {...acts} />
        </AnchoredMenu>
      )}
    </>
  );

  function hitWords(): string {
    const hits = rule.hits === 0 ? t('filters.noHits') : t('filters.hits', { count: rule.hits });
    const last =
      rule.last_hit_at === null ? [] : [t('filters.lastHit', { date: shortDate(rule.last_hit_at, now()) })];
    return [...(rule.is_enable ? [] : [t('filters.off')]), hits, ...last].join(' · ');
  }
}

type GripProps = { called: string; onDrag(): void; onDragEnd(): void };

/** The drag handle of the line. */
function Grip({ called, onDrag, onDragEnd }: GripProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only for dragging; the menu moves the line for keyboard and touch
    <span
      className={styles.grip}
      draggable
      title={t('filters.drag')}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', called);
        onDrag();
      }}
      onDragEnd={onDragEnd}
    >
      <IconGripVertical size={18} aria-hidden />
    </span>
  );
}

/** The menu items of a line. */
function Acts({ onRun, onUp, onDown, onDelete }: ActsProps) {
  const { t } = useTranslation();
  return (
    <>
      {onRun && (
        <Menu.Item leftSection={<IconPlayerPlay size={18} />} onClick={onRun}>
          {t('filters.run')}
        </Menu.Item>
      )}
      {onUp && (
        <Menu.Item leftSection={<IconArrowUp size={18} />} onClick={onUp}>
          {t('filters.up')}
        </Menu.Item>
      )}
      {onDown && (
        <Menu.Item leftSection={<IconArrowDown size={18} />} onClick={onDown}>
          {t('filters.down')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={18} />} onClick={onDelete}>
        {t('filters.delete')}
      </Menu.Item>
    </>
  );
}

/** Why the filter doesn't do what it says. */
function Problems({ filter: { rule, definition } }: { filter: Filter }) {
  const { t } = useTranslation();
  const redirects = definition.actions.some(({ enable, type }) => enable && type === 'redirect');
  const problems = [
    ...(rule.problem ? [t(`filters.problems.${rule.problem}`)] : []),
    ...(redirects && !rule.verify ? [t('filters.unverified')] : []),
  ];
  return problems.map((words) => (
    <span key={words} className={styles.problem}>
      <IconAlertTriangle size={16} aria-hidden />
      {words}
    </span>
  ));
}
