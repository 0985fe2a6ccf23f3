import { useTranslation } from '../../i18n/use-translation.ts';
import type { KeptEdit } from '../../model/contacts/kept-edits.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { ListLine } from '../../ui/rows/list-line.tsx';
import type { ContactsScreenState } from './use-contacts-screen.ts';

/** Edits that wait for a connection, and those that could not be saved when it was back. */
export function KeptEditsLine({ screen }: { screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const edits = useContacts((model) => model.keptEdits());
  const waiting = edits.filter(({ state }) => state === 'waiting');
  const ended = edits.filter(({ state }) => state !== 'waiting');
  const nameOf = ({ name }: KeptEdit) => name || t('contacts.noName');
  const show = (edit: KeptEdit) =>
    screen.ask(edit.base === null ? { kind: 'new', edit } : { kind: 'edit', id: edit.id });
  return (
    <>
      {waiting.length > 0 && (
        <ListLine>
          <span>
            {t('contacts.kept.waiting', {
              count: waiting.length,
              names: waiting.slice(0, 3).map(nameOf).join(', '),
            })}
          </span>
        </ListLine>
      )}
      {ended.map((edit) => (
        <ListLine key={edit.id}>
          <span>
            {t(edit.state === 'conflict' ? 'contacts.kept.conflict' : 'contacts.kept.refused', {
              name: nameOf(edit),
            })}
          </span>
          <button type="button" onClick={() => show(edit)}>
            {t('contacts.kept.show')}
          </button>
          <button type="button" onClick={() => screen.model.dropEdit(edit.id)}>
            {t('contacts.kept.drop')}
          </button>
        </ListLine>
      ))}
    </>
  );
}
