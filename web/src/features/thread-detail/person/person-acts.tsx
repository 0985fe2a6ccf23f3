import type { MailAddress } from '@bocau/contract/fields.ts';
import { Button } from '@mantine/core';
import { IconBan, IconId, IconPencil, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { mailWithAddress } from '../../../parts/addresses/mail-with.ts';
import { useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { cardAddressOf } from '../../../parts/contacts/contact-address.ts';
import type { PersonContactQuery } from '../../../parts/contacts/use-person-contact.ts';
import { useOwnAddresses } from '../../../parts/mailbox/own-addresses.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { Link } from '../../../router/router.tsx';
import styles from './person-card.module.css';
import { useAddContact } from './use-add-contact.ts';
import { useBlockPerson } from './use-block-person.ts';

type Props = {
  person: MailAddress;
  contact: PersonContactQuery;
  /** Without doubts about the name. */
  trusted: boolean;
  onDone(): void;
};

export function PersonActs({ person, contact, trusted, onDone }: Props) {
  const { t, language } = useTranslation();
  const { email } = person;
  // A name that pretends to be somebody is taken neither into a message nor into the contacts.
  const name = trusted ? person.name.trim() : '';
  const openMessage = useOpenMessage();
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const isOwn = useOwnAddresses().has(email.toLowerCase());
  const { add, adding, failed } = useAddContact();
  const root = useRef<HTMLDivElement>(null);
  const wasAdded = useRef(false);
  // The button that had the focus is gone.
  useEffect(() => {
    if (contact.data && wasAdded.current) root.current?.querySelector('a')?.focus();
  }, [contact.data]);
  const { block, blocking } = useBlockPerson(email, onDone);

  const to = name === '' || name === email ? email : `"${name.replace(/["\\]/g, '')}" <${email}>`;
  function write(): void {
    onDone();
    openMessage((compose) => compose.openNew({ to }));
  }

  return (
    <div ref={root} className={styles.acts}>
      {maySend && (
        <Button size="compact-md" leftSection={<IconPencil size={16} />} onClick={write}>
          {t('personCard.write')}
        </Button>
      )}
      {contact.data && (
        <Link className={styles.act} to={cardAddressOf({ kind: 'all' }, contact.data.id)}>
          <IconId size={16} aria-hidden />
          {t('personCard.open')}
        </Link>
      )}
      {contact.data === null && (
        <button
          type="button"
          className={styles.act}
          aria-disabled={adding || undefined}
          onClick={() => {
            wasAdded.current = true;
            void add({ name, email });
          }}
        >
          <IconUserPlus size={16} aria-hidden />
          {t('personCard.add')}
        </button>
      )}
      <Link className={styles.act} to={mailWithAddress(email, language)}>
        <IconSearch size={16} aria-hidden />
        <span>{t('personCard.all', { email })}</span>
      </Link>
      {!isOwn && (
        <button
          type="button"
          className={styles.act}
          aria-disabled={blocking || undefined}
          onClick={() => void block()}
        >
          <IconBan size={16} aria-hidden />
          {t('personCard.block')}
        </button>
      )}
      {failed !== '' && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
    </div>
  );
}
