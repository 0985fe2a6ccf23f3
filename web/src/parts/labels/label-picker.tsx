import { fold } from '@bocau/contract/fold.ts';
import type { Label } from '@bocau/contract/labels.ts';
import { TextInput } from '@mantine/core';
import {
  IconPlus,
  IconSearch,
  IconSquare,
  IconSquareCheckFilled,
  IconSquareMinus,
} from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { wordsOf } from '../finding/match-rank.ts';
import { takeTyped } from '../keyboard/take-keys.ts';
import { useMailbox } from '../mailbox/use-mailbox.ts';
import { MarkedText } from '../marked-text/marked-text.tsx';
import { foundLabels } from './found-labels.ts';
import { LabelDot } from './label-dot.tsx';
import { labelPathWords, plainLabelName } from './label-names.ts';
import styles from './label-picker.module.css';

/** Whether all, some or none of what is labelled carries a label. */
export type Carried = 'all' | 'some' | 'none';

type Props = {
  carried(label: Label): Carried;
  onSet(label: Label, on: boolean): void;
  /** Resolves to whether there is one now; what was typed stays otherwise. */
  onCreate(name: string): Promise<boolean>;
};

const SIGNS = { all: IconSquareCheckFilled, some: IconSquareMinus, none: IconSquare };

/** Labels with a search field that has the focus; arrow keys select, Enter puts one on or takes it off. */
export function LabelPicker({ carried, onSet, onCreate }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const labels = useMailbox((model) => model.labels());
  const [typed, setTyped] = useState('');
  const [field] = useState(() => takeTyped('picker', setTyped));
  /** By its name, as one that is created has no id yet; null: the first. */
  const [chosen, setChosen] = useState<string | null>(null);
  const name = plainLabelName(typed);
  const found = foundLabels(labels, name);
  const isNew = name !== '' && !labels.some((label) => fold(label.name) === fold(name));
  const count = found.length + (isNew ? 1 : 0);
  const nameAt = (at: number) => found[at]?.name ?? name;
  const active = chosen === null ? Math.min(0, count - 1) : placeOf(chosen);

  /** -1 while what was created is not there yet: the next Enter is not for another one. */
  function placeOf(wanted: string): number {
    const at = found.findIndex((label) => fold(label.name) === fold(wanted));
    return at === -1 && isNew && fold(name) === fold(wanted) ? found.length : at;
  }

  function choose(at: number) {
    setChosen(nameAt(at));
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }

  function toggle(label: Label) {
    onSet(label, carried(label) !== 'all');
  }

  async function create() {
    setTyped('');
    setChosen(name);
    if (!(await onCreate(name))) setTyped((since) => since || name);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0)
      choose((Math.max(active, step === 1 ? -1 : 0) + step + count) % count);
    const label = found[active];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (label) {
        setChosen(label.name);
        toggle(label);
      } else if (isNew && active === found.length) void create();
    }
    // The surrounding menu or form would also handle these keys.
    if (step !== undefined || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  return (
    <div className={styles.picker}>
      <TextInput
        data-autofocus
        autoFocus
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-label={t('labels.search')}
        placeholder={t('labels.search')}
        leftSection={<IconSearch size={16} />}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable
        aria-label={t('folders.labels')}
        className={styles.list}
      >
        {found.map((label, at) => {
          const state = carried(label);
          const Sign = SIGNS[state];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={label.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              aria-checked={state === 'some' ? 'mixed' : state === 'all'}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setChosen(label.name);
                toggle(label);
              }}
            >
              <Sign size={18} aria-hidden className={styles.sign} data-on={state !== 'none' || undefined} />
              <LabelDot label={label} />
              <span className={styles.name}>
                <MarkedText text={labelPathWords(label.name)} words={wordsOf(name)} />
              </span>
            </div>
          );
        })}
        {isNew && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            id={`${id}-${found.length}`}
            role="option"
            tabIndex={-1}
            aria-selected={active === found.length}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void create()}
          >
            <IconPlus size={18} aria-hidden />
            <span className={styles.name}>{t('labels.create', { name })}</span>
          </div>
        )}
      </div>
      {labels.length === 0 && !isNew ? (
        <p className={styles.hint}>{t('labels.none')}</p>
      ) : (
        <p className={`${styles.hint} ${styles.keys}`}>{t('labels.hint')}</p>
      )}
    </div>
  );
}
