import type { ContactCard } from '@bocau/contract/contacts.ts';
import {
  IconAddressBook,
  IconCake,
  IconCalendarHeart,
  IconHeartHandshake,
  IconMail,
  IconMapPin,
  IconNotes,
  IconPhone,
  IconSignature,
  IconUsersGroup,
  IconWorld,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { rowOf } from '../../model/contacts/contacts-noun.ts';
import { useOpenMessage } from '../../parts/compose/lazy-compose.ts';
import { contactsAddressOf } from '../../parts/contacts/contact-address.ts';
import { readableNumber } from '../../parts/contacts/readable-number.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { Link } from '../../router/router.tsx';
import { beginContactAct } from './begin-contact-act.ts';
import { birthdayNote, birthdayWords } from './birthday-words.ts';
import { Fact, Line, LinesFact, PhoneNumber } from './card-fact.tsx';
import styles from './card-facts.module.css';
import { writtenContactDay } from './contact-words.ts';
import { type ContactsScreenState, recipientOf } from './use-contacts-screen.ts';

type Props = { card: ContactCard; screen: ContactsScreenState };

/** All that a card says, as people read one. */
export function CardFacts({ card, screen }: Props) {
  const { t } = useTranslation();
  const openMessage = useOpenMessage();
  const books = useContacts((model) => model.books()) ?? [];
  const { fields, numbers } = card;
  const book = books.length > 1 ? books.find(({ id }) => id === card.book_id) : undefined;
  const write = (email: string) =>
    void openMessage((compose) => compose.openNew({ to: recipientOf({ name: card.name, email }) }));

  return (
    <>
      <dl className={styles.facts}>
        <LinesFact
          icon={IconMail}
          term={t('contacts.card.emails')}
          lines={fields.emails}
          copied={({ value }) => value}
        >
          {({ value }) => (
            <button type="button" className={styles.link} onClick={() => write(value)}>
              {value}
            </button>
          )}
        </LinesFact>
        <LinesFact
          icon={IconPhone}
          term={t('contacts.card.phones')}
          lines={fields.phones}
          copied={({ value }, at) => readableNumber(value, numbers[at] ?? null)}
        >
          {({ value }, at) => <PhoneNumber written={value} international={numbers[at] ?? null} />}
        </LinesFact>
        <LinesFact
          icon={IconMapPin}
          term={t('contacts.card.addresses')}
          lines={fields.addresses}
          copied={addressWords}
        >
          {addressWords}
        </LinesFact>
        <Fact icon={IconCake} term={t('contacts.card.birthday')}>
          {fields.birthday !== null && (
            <BirthdayLine
              birthday={fields.birthday}
              lunar={fields.lunar_birthday}
              leap={fields.lunar_leap === true}
            />
          )}
        </Fact>
        <LinesFact icon={IconCalendarHeart} term={t('contacts.card.dates')} lines={fields.dates}>
          {({ value }) => writtenContactDay(value)}
        </LinesFact>
        <LinesFact icon={IconHeartHandshake} term={t('contacts.card.relations')} lines={fields.relations}>
          {({ value }) => value}
        </LinesFact>
        <LinesFact icon={IconWorld} term={t('contacts.card.urls')} lines={fields.urls}>
          {({ value }) => <WebAddress value={value} />}
        </LinesFact>
        <Fact icon={IconSignature} term={t('contacts.card.nickname')}>
          {fields.nickname !== '' && <Line>{fields.nickname}</Line>}
        </Fact>
        <Fact icon={IconNotes} term={t('contacts.card.notes')}>
          {fields.notes !== '' && <div className={styles.notes}>{fields.notes}</div>}
        </Fact>
        <Fact icon={IconUsersGroup} term={t('contacts.card.lists')}>
          {fields.lists.length > 0 && <Lists card={card} screen={screen} />}
        </Fact>
        <Fact icon={IconAddressBook} term={t('contacts.card.book')}>
          {book && <Line>{book.name}</Line>}
        </Fact>
      </dl>
      <p className={styles.changed}>{t('contacts.card.changed', { at: fullDate(card.changed_at) })}</p>
    </>
  );
}

/** With the day of the other calendar. */
function BirthdayLine(day: { birthday: string; lunar: boolean; leap: boolean }) {
  const { t } = useTranslation();
  const [openedAt] = useState(now);
  return <Line label={birthdayNote(t, day, openedAt) ?? ''}>{birthdayWords(t, day)}</Line>;
}

function addressWords(address: ContactCard['fields']['addresses'][number]): string {
  const { street, ward, province, postal_code, country } = address;
  const place = [province, postal_code].filter(Boolean).join(' ');
  return [street, ward, place, country].filter(Boolean).join(', ');
}

function Lists({ card, screen }: Props) {
  const { t } = useTranslation();
  const isOwn = card.permission === 'OWNER' && card.trashed_at === undefined;
  return (
    <ul className={styles.lists}>
      {card.fields.lists.map((name) => (
        <li key={name}>
          {isOwn ? <Link to={contactsAddressOf({ kind: 'list', name })}>{name}</Link> : <span>{name}</span>}
          {isOwn && (
            <button
              type="button"
              aria-label={t('contacts.card.leaveList', { list: name })}
              onClick={() =>
                beginContactAct(
                  screen.model,
                  { kind: 'list', contacts: [rowOf(card)], name, on: false },
                  t('contacts.done.listOff', { count: 1, list: name }),
                )
              }
            >
              <IconX size={14} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A link only where it leads to the web: a card may come from anywhere. */
function WebAddress({ value }: { value: string }) {
  const href = /^https?:\/\//i.test(value)
    ? value
    : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(value)
      ? `https://${value}`
      : null;
  if (href === null) return value;
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {value.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
    </a>
  );
}
