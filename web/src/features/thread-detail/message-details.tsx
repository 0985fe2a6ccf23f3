import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Message, SenderChecks } from '@bocau/contract/messages.ts';
import { useEffect } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate } from '../../lib/dates.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';
import { Anchor, useFocusBack } from '../../ui/anchor.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import styles from './message-details.module.css';
import { PersonCard } from './person/lazy-person-card.ts';
import { useNamesAsText } from './person/use-names-as-text.ts';
import { fullName, fullSender } from './recipients.ts';

const CHECKS = ['spf', 'dkim', 'dmarc'] as const;

type Props = Opened & { message: Message; onPerson(person: MailAddress): void };

/** From, to, date, and the results of our sender checks. Where names are text elsewhere, those here open cards. */
export function MessageDetails({ anchor, onClose, message, onPerson }: Props) {
  const { t } = useTranslation();
  const opensCards = useNamesAsText();
  useEffect(() => {
    if (opensCards) PersonCard.prepare();
  }, [opensCards]);
  useFocusBack(anchor);
  return (
    <Popover
      opened
      onChange={onClose}
      id={anchor.id}
      position="bottom-start"
      width="min(560px, calc(100vw - 24px))"
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} tabIndex={-1}>
        <dl className={styles.list}>
          <Row label={t('threadDetail.details.from')} values={[fullSender(t, message.from)]} />
          {(['to', 'reply_to', 'cc', 'bcc'] as const).map((field) => {
            const label = t(`threadDetail.details.${field}`);
            return opensCards ? (
              <People key={field} label={label} people={message[field]} onPerson={onPerson} />
            ) : (
              <Row key={field} label={label} values={message[field].map(fullName)} />
            );
          })}
          <Row label={t('threadDetail.details.subject')} values={[subjectWords(t, message.subject)]} />
          <Row label={t('threadDetail.details.date')} values={[fullDate(message.date)]} />
          {message.sender_checks ? (
            CHECKS.map((check) => (
              <Row
                key={check}
                label={t(`threadDetail.details.${check}`)}
                values={verdicts(t, message.sender_checks as SenderChecks, check)}
              />
            ))
          ) : (
            <Row
              label={t('threadDetail.details.checks')}
              values={[t(`threadDetail.details.${message.from.proven ? 'inside' : 'unchecked'}`)]}
            />
          )}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

function Row({ label, values }: { label: string; values: readonly string[] }) {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{given.join(', ')}</dd>
    </>
  );
}

type PeopleProps = { label: string; people: readonly MailAddress[]; onPerson(person: MailAddress): void };

/** Each on a line of their own, so that a finger meets one. */
function People({ label, people, onPerson }: PeopleProps) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd className={styles.people}>
        {people.map((person, at) =>
          person.email === '' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: somebody may be named twice
            <span key={at}>{fullName(person)}</span>
          ) : (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: likewise
              key={at}
              type="button"
              aria-haspopup="dialog"
              aria-label={t('threadDetail.message.person', { name: fullName(person) })}
              onClick={() => onPerson(person)}
            >
              {fullName(person)}
            </button>
          ),
        )}
      </dd>
    </>
  );
}

function verdicts(t: Say, checks: SenderChecks, check: (typeof CHECKS)[number]): string[] {
  const found = check === 'dkim' ? checks.dkim : [checks[check]];
  if (found.length === 0) return [t('threadDetail.verdicts.none')];
  return found.map(({ result, domain }) => {
    const words = t(`threadDetail.verdicts.${result}`);
    return domain === null ? words : t('threadDetail.details.verdict', { words, domain });
  });
}
