// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active row
import { IconCheck, IconStarFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import { RowCheckbox } from '../../ui/rows/row-checkbox.tsx';
import { nameOf } from './contact-acts.ts';
import { ContactAvatar } from './contact-avatar.tsx';
import styles from './contact-row.module.css';
import type { ContactRowHandlers } from './use-contact-handlers.ts';
import { useContactPointer } from './use-contact-pointer.ts';

type Props = {
  contact: Contact;
  rowId: string;
  index: number;
  top: number;
  /** The letter that begins here, beside the first of its contacts. */
  letter: string | null;
  picked: boolean;
  anyPicked: boolean;
  cursor: boolean;
  /** Its card is open. */
  opened: boolean;
  handlers: ContactRowHandlers;
};

/** Memoised: rendered again only when its own contact or state changes. */
export const ContactRow = memo(function ContactRow(props: Props) {
  const { t } = useTranslation();
  const { contact, picked, anyPicked, letter, handlers } = props;
  const { name, organisation, title, email, phone, favorite } = contact;
  const pointer = useContactPointer(contact, anyPicked, handlers);
  const shown = nameOf(contact);
  const work = [title, organisation].filter((words) => words !== '' && words !== name).join(' · ');
  const ways = [phone, email].filter((words) => words !== '' && words !== name).join(' · ');
  const spoken = [shown, favorite ? t('contacts.favorite') : '', work, ways].filter(Boolean).join(', ');
  const states = [
    styles.row,
    letter === null ? '' : styles.first,
    picked ? styles.picked : '',
    props.opened ? styles.opened : '',
    props.cursor ? styles.cursor : '',
    anyPicked ? styles.picking : '',
  ];

  return (
    <div
      id={props.rowId}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={picked}
      aria-label={spoken}
      className={states.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)` }}
      {...pointer}
    >
      <span className={styles.letter} role="gridcell" aria-hidden={letter === null}>
        {letter}
      </span>
      <span className={styles.pick} role="gridcell">
        <RowCheckbox
          className={styles.room}
          label={t('contacts.pick', { name: shown })}
          checked={picked}
          onPick={(range) => handlers.toggle(contact, range)}
        >
          <span className={styles.avatar}>
            <ContactAvatar contact={contact} />
          </span>
          <span className={styles.check} aria-hidden>
            <IconCheck size={20} />
          </span>
        </RowCheckbox>
      </span>
      <span className={styles.about} role="gridcell">
        <span className={styles.name}>
          <span>{shown}</span>
          {favorite && <IconStarFilled size={14} className={styles.star} aria-hidden />}
        </span>
        {work !== '' && <span className={styles.line}>{work}</span>}
        {ways !== '' && <span className={styles.line}>{ways}</span>}
      </span>
    </div>
  );
});
