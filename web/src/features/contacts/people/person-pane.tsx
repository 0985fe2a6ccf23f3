import type { ContactFields } from '@bocau/contract/contacts.ts';
import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconId,
  IconMail,
  IconPhone,
  IconSearch,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { mailWithAddress } from '../../../parts/addresses/mail-with.ts';
import { useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { cardAddressOf } from '../../../parts/contacts/contact-address.ts';
import { usePersonContact } from '../../../parts/contacts/use-person-contact.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { Link, useNavigate } from '../../../router/router.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import facts from '../card-facts.module.css';
import { ContactAvatar } from '../contact-avatar.tsx';
import styles from '../contact-card.module.css';
import { recipientOf } from '../use-contacts-screen.ts';
import { useKeepPerson } from './use-keep-person.ts';

type PaneProps = { alone: boolean; isOpen: boolean; onClose(): void; children: ReactNode };

/** The place of the opened person, beside the list or instead of it. */
export function PersonPane({ alone, isOpen, onClose, children }: PaneProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.pane} aria-label={t('contacts.card.label')} data-alone={alone || undefined}>
      {isOpen && (
        <div className={styles.bar} role="toolbar" aria-label={t('contacts.toolbar')}>
          <ToolButton
            icon={alone ? IconArrowLeft : IconX}
            label={t(alone ? 'contacts.card.back' : 'common.actions.close')}
            onClick={onClose}
          />
        </div>
      )}
      <div className={styles.scroll}>{children}</div>
    </section>
  );
}

/** What stands there while nobody is opened. */
export function NobodyOpened() {
  const { t } = useTranslation();
  return (
    <div className={styles.none}>
      <IconId size={48} stroke={1.25} aria-hidden />
      <p>{t('contactPeople.directory.none')}</p>
    </div>
  );
}

export function PersonLoading() {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status" aria-label={t('common.loading')}>
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

type Props = {
  person: { email: string; name: string; photo: string | null };
  /** Below the name. */
  about: string;
  /** To be called; empty where there is no number. */
  phone?: string;
  /** What a card of the person says at first. */
  fields: Partial<ContactFields>;
  /** Shows the card once it is made. */
  opensCard?: boolean;
  /** Further acts. */
  acts?: ReactNode;
  /** As a list of terms. */
  children: ReactNode;
};

/** Somebody without a card of one's own, to be read and written to. */
export function PersonDetails({ person, about, phone = '', fields, opensCard, acts, children }: Props) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const openMessage = useOpenMessage();
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const contact = usePersonContact(person.email);
  const { keep, busy } = useKeepPerson(person.email);
  const number = phone.replace(/[^\d+]/g, '');

  async function add(): Promise<void> {
    const card = await keep(fields);
    if (card && opensCard) void navigate(cardAddressOf({ kind: 'all' }, card.id));
  }

  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <ContactAvatar contact={person} large />
        <div className={styles.names}>
          <h2 tabIndex={-1}>{person.name}</h2>
          {about !== '' && <p>{about}</p>}
        </div>
      </header>
      <div className={styles.ways}>
        {maySend && (
          <Button
            leftSection={<IconMail size={18} />}
            onClick={() => void openMessage((compose) => compose.openNew({ to: recipientOf(person) }))}
          >
            {t('contactPeople.write')}
          </Button>
        )}
        {number !== '' && (
          <Button
            component="a"
            href={`tel:${number}`}
            variant="default"
            leftSection={<IconPhone size={18} />}
            aria-label={t('contacts.card.callTo', { phone })}
          >
            {t('contacts.acts.call')}
          </Button>
        )}
        {contact.data ? (
          <Button
            component={Link}
            to={cardAddressOf({ kind: 'all' }, contact.data.id)}
            variant="default"
            leftSection={<IconId size={18} />}
          >
            {t('contactPeople.open')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} />}
            aria-disabled={busy || contact.data === undefined || undefined}
            onClick={() => contact.data === null && void add()}
          >
            {t('contactPeople.add')}
          </Button>
        )}
      </div>
      <dl className={facts.facts}>{children}</dl>
      <p className={styles.more}>
        <Link className={facts.link} to={mailWithAddress(person.email, language)}>
          <IconSearch size={18} aria-hidden />
          <span>{t('contactPeople.allMail', { email: person.email })}</span>
        </Link>
        {acts}
      </p>
    </article>
  );
}
