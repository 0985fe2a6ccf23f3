import { Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ContactsModel } from '../../model/contacts/contacts-model.ts';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { notify } from '../../parts/notices/notify.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { beginContactAct } from './begin-contact-act.ts';
import styles from './list-dialog.module.css';

/** No list has an empty name. */
const NEW = '';

type Props = {
  model: ContactsModel;
  contacts: readonly Contact[];
  /** Adds the whole list that is selected, of which the contacts are a part. */
  onWhole: ((name: string) => void) | null;
  onClose(): void;
};

/** Adds contacts to a list that there is, or to a new one. */
export function ListDialog({ model, contacts, onWhole, onClose }: Props) {
  const { t } = useTranslation();
  const lists = useContacts((reader) => reader.lists()) ?? [];
  const [chosen, setChosen] = useState<string | null>(lists.length === 0 ? NEW : null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const name = chosen === NEW ? typed.trim().normalize('NFC') : (chosen ?? '');

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name === '' || busy) return;
    if (onWhole) {
      onClose();
      return onWhole(name);
    }
    setBusy(true);
    // Those who are in it already must not be taken out of it when this is undone.
    const members = await model.membersOf(name).catch(() => new Set<string>());
    onClose();
    const added = contacts.filter(({ id }) => !members.has(id));
    if (added.length === 0) return notify({ text: t('contacts.done.inList', { list: name }) });
    const words = t('contacts.done.listOn', { count: added.length, list: name });
    beginContactAct(model, { kind: 'list', contacts: added, name, on: true }, words);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contacts.listDialog.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void add(event)}>
        {lists.length > 0 ? (
          <Radio.Group
            aria-label={t('contacts.listDialog.label')}
            value={chosen}
            onChange={setChosen}
            onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
              // Who types names a new list; the letter goes to the field that has the focus then.
              if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) field.current?.focus();
            }}
          >
            <Stack gap={0} className={styles.lists}>
              {lists.map((list, at) => (
                <Radio
                  key={list.name}
                  value={list.name}
                  label={list.name}
                  className={styles.list}
                  data-autofocus={at === 0 || undefined}
                />
              ))}
              <Radio value={NEW} label={t('contacts.listDialog.other')} className={styles.list} />
            </Stack>
          </Radio.Group>
        ) : (
          <p className={styles.none}>{t('contacts.listDialog.none')}</p>
        )}
        <TextInput
          ref={field}
          aria-label={t('contacts.listDialog.new')}
          placeholder={t('contacts.listDialog.new')}
          data-autofocus={lists.length === 0 || undefined}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onFocus={() => setChosen(NEW)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <FormButtons
          submit={t('contacts.listDialog.add')}
          busy={busy}
          disabled={name === ''}
          mt={20}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
