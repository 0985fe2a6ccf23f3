import { fold } from '@bocau/contract/fold.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import lines from '../../parts/settings/lines.module.css';
import { BlockForm } from './block-form.tsx';
import styles from './blocked-senders.module.css';
import { type Blocked, useUnblock } from './use-unblock.ts';

/** Shorter lists need no search. */
const SEARCHED_FROM = 8;

/** The senders whose mail goes to Junk, and a form to add to them. */
export function BlockedSenders({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation();
  const { blocked, unblock } = useUnblock(rules);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const about = useRef<HTMLParagraphElement>(null);
  const shown = blocked.filter(({ address }) => fold(address).includes(fold(typed.trim())));
  const canPick = shown.length > 1;

  /** Removes lines; the focus must not be lost with them. */
  function remove(those: readonly Blocked[]) {
    setPicked(new Set());
    about.current?.focus();
    void unblock(those);
  }

  function pick(those: readonly Blocked[], on: boolean) {
    const next = new Set(picked);
    for (const { rule } of those) on ? next.add(rule.id) : next.delete(rule.id);
    setPicked(next);
  }

  return (
    <section aria-labelledby="blocked-title" data-setting="blocked">
      <div className={lines.heading}>
        <h2 id="blocked-title">{t('filters.blocked.title')}</h2>
      </div>
      <p ref={about} className={styles.about} tabIndex={-1}>
        {t(blocked.length === 0 ? 'settings.blocked.none' : 'settings.blocked.about')}{' '}
        {t('settings.blocked.how')}
      </p>
      <BlockForm />
      {blocked.length >= SEARCHED_FROM && (
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('filters.blocked.search')}
          placeholder={t('filters.blocked.search')}
          leftSection={<IconSearch size={16} />}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {canPick && (
        <PickedBar
          count={shown.length}
          chosen={shown.filter(({ rule }) => picked.has(rule.id))}
          onAll={(on) => pick(shown, on)}
          onUnblock={remove}
        />
      )}
      {blocked.length > 0 && shown.length === 0 && (
        <p role="status" className={styles.about}>
          {t('filters.blocked.nothing', { typed })}
        </p>
      )}
      <ul className={lines.lines} aria-label={t('settings.blocked.list')}>
        {shown.map((each) => (
          <BlockedLine
            key={each.rule.id}
            address={each.address}
            picked={canPick ? picked.has(each.rule.id) : null}
            onPick={(on) => pick([each], on)}
            onUnblock={() => remove([each])}
          />
        ))}
      </ul>
    </section>
  );
}

type BarProps = {
  /** The number of lines that can be selected. */
  count: number;
  chosen: readonly Blocked[];
  onAll(on: boolean): void;
  onUnblock(those: readonly Blocked[]): void;
};

/** Selects all shown lines, and unblocks the selected ones. */
function PickedBar({ count, chosen, onAll, onUnblock }: BarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      <Checkbox
        label={t('filters.blocked.pickAll')}
        checked={chosen.length === count}
        indeterminate={chosen.length > 0 && chosen.length < count}
        onChange={({ currentTarget }) => onAll(currentTarget.checked)}
      />
      {chosen.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => onUnblock(chosen)}>
          {t('filters.blocked.removePicked', { count: chosen.length })}
        </Button>
      )}
    </div>
  );
}

type LineProps = {
  address: string;
  /** Null where there are no other lines to select. */
  picked: boolean | null;
  onPick(on: boolean): void;
  onUnblock(): void;
};

function BlockedLine({ address, picked, onPick, onUnblock }: LineProps) {
  const { t } = useTranslation();
  return (
    <li className={lines.line}>
      {picked !== null && (
        <Checkbox
          aria-label={t('filters.blocked.pick', { address })}
          checked={picked}
          onChange={({ currentTarget }) => onPick(currentTarget.checked)}
        />
      )}
      <span className={lines.address}>{address}</span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('settings.blocked.unblockWho', { address })}
        onClick={onUnblock}
      >
        {t('settings.blocked.unblock')}
      </Button>
    </li>
  );
}
