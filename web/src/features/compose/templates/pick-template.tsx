import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { findTemplates } from '../../../parts/templates/find-templates.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { TemplateEntry } from '../../../parts/templates/use-templates.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { ListOptions } from './list-options.tsx';
import { templateOption } from './template-option.ts';
import { useChoice } from './use-choice.ts';

type Props = {
  entries: readonly TemplateEntry[];
  /** What is shown while there is nothing to choose from. */
  empty: ReactNode;
  onChoose(entry: TemplateEntry): void;
  onClose(): void;
};

/** Chooses a template by typing a part of its name, by the arrow keys or by a press. */
export function PickTemplate({ entries, empty, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const found = findTemplates(entries, typed);
  const { active, setActive, takeKey } = useChoice(found, onChoose);

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.key === 'Tab' || !takeKey(event.key)) return;
    event.preventDefault();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('templates.insert.pick')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      {entries.length === 0
        ? empty
        : found.length === 0 && <p className={styles.none}>{t('templates.noneFound')}</p>}
      <div className={styles.picker}>
        <ListOptions
          id={id}
          label={t('templates.insert.list')}
          entries={found}
          optionOf={(entry) => templateOption(t, entry)}
          active={active}
          onActive={setActive}
          onChoose={onChoose}
        />
      </div>
    </Modal>
  );
}
