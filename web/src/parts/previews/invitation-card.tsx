import { INVITATION_ANSWERS, type Invitation, type InvitationAnswer } from '@bocau/contract/invitations.ts';
import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import type { Spoken } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { anyRuleWords } from '../events/any-rule-words.ts';
import { attendeeWords } from '../events/attendee-words.ts';
import { dayMonth, exceptionsKey, onWall, repeatWords, shortWhen, whenWords } from '../events/event-words.ts';
import { LinkedText } from '../events/linked-text.tsx';
import { PlaceWords } from '../events/place-words.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { PendingPart } from '../pending/pending-part.tsx';
import { useQueries, useQuery } from '../queries/use-query.ts';
import { useSettings } from '../settings/use-settings.ts';
import { answerInvitation } from './answer-invitation.ts';
import { InvitationAgenda } from './invitation-agenda.tsx';
import { withAnswers } from './invitation-answers.ts';
import styles from './invitation-card.module.css';
import { ProposalAnswers, Proposing, type ProposingProps } from './invitation-proposal.tsx';
import { ShowInCalendar } from './show-in-calendar.tsx';
import { TakeAnswer } from './take-answer.tsx';
import { useAnswersElsewhere } from './use-answers-elsewhere.ts';
import { useInvitationAnswers } from './use-invitation-answers.ts';

const SHOWN_ATTENDEES = 12;

type Props = { file: File; instead?(words: string): ReactNode };

/**
 * An invitation as a card: what, when, where and who, and the buttons to answer. If it cannot be parsed, the
 * file is shown instead.
 */
export function InvitationCard({ file, instead }: Props) {
  const api = useApi();
  const queries = useQueries();
  const { t } = useTranslation();
  const key = ['invitation', file.id];
  const { data, isError, isPending } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { data: read } = await api.getInvitation({ params: { id: file.id } }, signal);
      // Before the card is shown: what came later would move what is below.
      if (read?.rule) await loadCalendarWords();
      return read;
    },
  });
  const readAgain = () => void queries.invalidateQueries({ queryKey: key });
  const { shown, isWaiting } = useInvitationAnswers(file.id, key);
  useAnswersElsewhere(file.id);
  if (isPending)
    return <PendingPart className={styles.waiting} role="status" aria-label={t('invitation.title')} />;
  if (!data) return instead?.(t(isError ? 'invitation.failed' : 'invitation.unreadable')) ?? null;
  return (
    <Card
      invitation={shown(data)}
      isWaiting={isWaiting}
      onAnswer={(answer) =>
        withAnswers((answers) => answerInvitation(answers, { fileId: file.id, invitation: data, answer }))
      }
      onPropose={async (given) => {
        const proposed = await api.proposeInvitationTime({ params: { id: file.id }, body: given });
        queries.setQueryData(key, proposed.data);
      }}
      onSettled={readAgain}
      onTake={async () => {
        const taken = await api.takeAnswer({ params: { id: file.id } });
        queries.setQueryData(key, taken.data);
      }}
    />
  );
}

type CardProps = {
  invitation: Invitation;
  /** The answer waits for a connection. */
  isWaiting: boolean;
  onAnswer(answer: InvitationAnswer): void;
  onPropose: ProposingProps['onPropose'];
  onSettled(): void;
  onTake(): Promise<void>;
};

function Card({ invitation, isWaiting, onAnswer, onPropose, onSettled, onTake }: CardProps) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const { time_zone: zone } = useSettings();
  const [isProposing, setProposing] = useState(false);
  const { attendees, description, organiser, place, start, url = '' } = invitation;
  const { repeats, repeats_otherwise: otherwise, replaced_by: replaced } = invitation;
  const over = isCancelled(invitation) || (replaced === 'cancellation' && !isOfOther(invitation));
  const more = invitation.attendee_count - Math.min(attendees.length, SHOWN_ATTENDEES);
  const card = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // The answers are gone, one of which was pressed.
  useEffect(() => {
    if (!invitation.may_answer && hadFocus.current && document.activeElement === document.body)
      card.current?.focus();
  }, [invitation.may_answer]);
  return (
    <section
      ref={card}
      className={styles.card}
      data-over={over}
      tabIndex={-1}
      aria-label={t(`invitation.${titleOf(invitation)}`)}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    >
      <p className={styles.kind}>
        <IconCalendarEvent size={16} aria-hidden /> {t(`invitation.${titleOf(invitation)}`)}
      </p>
      <h2>{invitation.title || t('invitation.noTitle')}</h2>
      <dl className={styles.facts}>
        <When invitation={invitation} />
        {repeats && start && (
          <Fact name="repeats">{repeatWords(t, { repeats, start }, { zone, language })}</Fact>
        )}
        {otherwise && <Fact name="repeats">{otherRuleWords(spoken, invitation, zone)}</Fact>}
        {invitation.waiting_dates && (
          <Fact name="movedDates">
            <MovedDates {...invitation.waiting_dates} />
          </Fact>
        )}
        {invitation.left_out && (
          <Fact name="leftOut">
            <LeftOut {...invitation.left_out} />
          </Fact>
        )}
        {place !== '' && (
          <Fact name="where">
            <PlaceWords place={place} />
          </Fact>
        )}
        {url !== '' && (
          <Fact name="link">
            <LinkedText text={url} />
          </Fact>
        )}
        {organiser && <Fact name="organiser">{personWords(organiser)}</Fact>}
        {attendees.length > 0 && (
          <Fact name="attendees">
            <ul>
              {attendees.slice(0, SHOWN_ATTENDEES).map((person) => (
                <li key={person.email}>
                  {person.name || person.email}{' '}
                  <span className={styles.aside}>({attendeeWords(t, person)})</span>
                </li>
              ))}
              {more > 0 && <li className={styles.aside}>{t('invitation.moreAttendees', { count: more })}</li>}
            </ul>
          </Fact>
        )}
        {description !== '' && (
          <Fact name="description">
            <p className={styles.description}>
              <LinkedText text={description} />
            </p>
          </Fact>
        )}
      </dl>
      {invitation.more_events > 0 && (
        <p className={styles.state}>{t('invitation.more', { count: invitation.more_events })}</p>
      )}
      <Standing invitation={invitation} />
      <TakeAnswer invitation={invitation} onTake={onTake} />
      {/* The form shows that of the day that is proposed. */}
      {invitation.may_answer && !isProposing && <InvitationAgenda invitation={invitation} />}
      {invitation.may_answer && <Answers invitation={invitation} isWaiting={isWaiting} onAnswer={onAnswer} />}
      {invitation.may_answer && (
        <Proposing
          invitation={invitation}
          isOpen={isProposing}
          onOpen={setProposing}
          onPropose={onPropose}
          onWithdrawn={onSettled}
          beside={!over && <ShowInCalendar invitation={invitation} />}
        />
      )}
      {!over && !invitation.may_answer && (
        <div className={`${styles.more} not-printed`}>
          <ShowInCalendar invitation={invitation} />
        </div>
      )}
      {invitation.kind === 'counter' && !invitation.unproven && (
        <ProposalAnswers invitation={invitation} onSettled={onSettled} />
      )}
    </section>
  );
}

/** CL-269: any rule in words; what more than a rule says is left to the file. */
function otherRuleWords(spoken: Spoken, { rule, start }: Invitation, zone: string): string {
  const { t, language } = spoken;
  const said = rule && start ? anyRuleWords(spoken, rule.text, start) : null;
  if (!rule || !start || said === null) return t('invitation.repeatsOtherwise');
  let words = said;
  if (rule.exceptions) words = t(exceptionsKey(rule), { rule: words });
  if (onWall(start, zone).day !== start.day) words = t('invitation.inTheirTime', { rule: words });
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

function When({ invitation }: { invitation: Invitation }) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { end, occurrence, one_of_series: isOne, start } = invitation;
  const words = start ? whenWords(t, { start, end }, { zone, language }) : [];
  const [original] =
    !start && occurrence ? whenWords(t, { start: occurrence, end: null }, { zone, language }) : [];
  if (words.length === 0 && original === undefined && !isOne) return null;
  return (
    <Fact name={invitation.kind === 'counter' ? 'proposal.when' : 'when'}>
      {words.map((line, index) => (
        <div key={line} className={index > 0 ? styles.aside : undefined}>
          {line}
        </div>
      ))}
      {original !== undefined && <div>{t('invitation.originally', { time: original })}</div>}
      {isOne && <div className={styles.aside}>{t('invitation.oneOfSeries')}</div>}
    </Fact>
  );
}

/** CL-336: dates of a series that wait for an answer, by the reader's clock. */
function MovedDates({ dates, count }: NonNullable<Invitation['waiting_dates']>) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  return (
    <ul>
      {dates.map(({ occurrence, start, end }) => (
        <li key={`${occurrence.day} ${occurrence.clock}`}>
          {dayMonth(onWall(occurrence, zone).day)} → {shortWhen({ start, end }, { zone, language })}
        </li>
      ))}
      {count > dates.length && (
        <li className={styles.aside}>{t('invitation.moreDates', { count: count - dates.length })}</li>
      )}
    </ul>
  );
}

function LeftOut({ dates, count }: NonNullable<Invitation['left_out']>) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const days = dates.map((date) => dayMonth(onWall(date, zone).day)).join(', ');
  return (
    <>
      {days} {count > dates.length && t('invitation.moreDates', { count: count - dates.length })}
    </>
  );
}

function Fact({ name, children }: { name: FactName; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <dt>{t(`invitation.${name}`)}</dt>
      <dd>{children}</dd>
    </>
  );
}

type FactName =
  | 'when'
  | 'proposal.when'
  | 'repeats'
  | 'movedDates'
  | 'leftOut'
  | 'where'
  | 'link'
  | 'organiser'
  | 'attendees'
  | 'description';

/** Warnings: later versions, what is unverified, and why an expected answer is not possible. */
function Standing({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const { disputed_by: disputed, invited, kind, may_answer: mayAnswer, unproven } = invitation;
  const { other_organiser: other } = invitation;
  const warning = mainWarning(invitation);
  // CL-308: it is said already.
  const isOfCancellation = kind === 'cancel' || invitation.replaced_by === 'cancellation';
  const isClosed =
    kind === 'request' && invited !== null && !mayAnswer && invited !== organiserOf(invitation);
  if (other !== null) {
    const words = `invitation.otherOrganiser.${kind === 'cancel' ? 'cancellation' : 'update'}` as const;
    return <p className={styles.warning}>{t(words, { organiser: other })}</p>;
  }
  return (
    <>
      {warning && <p className={styles.warning}>{t(`invitation.${warning}`)}</p>}
      {!warning && unproven && <p className={styles.warning}>{t('invitation.unproven')}</p>}
      {disputed && !(isOfCancellation && disputed.kind === 'cancellation') && (
        <p className={styles.warning}>
          {t(`invitation.disputedBy.${disputed.kind}`, { sender: disputed.sender.email })}
        </p>
      )}
      {!warning && isClosed && <p className={styles.warning}>{t('invitation.notBelieved')}</p>}
    </>
  );
}

function mainWarning({ event_id: kept, kind, replaced_by: replaced, unkept, unproven }: Invitation) {
  if (kind === 'counter') return unproven ? 'proposal.unproven' : null;
  if (kind === 'counter_declined') return unproven ? null : 'proposal.declinedText';
  if (kind === 'cancel' && unproven) return 'unprovenCancelled';
  if (kind === 'reply' && unproven) return 'unprovenReply';
  if (unkept) return 'unkept';
  if (replaced === 'update') return 'replacedByUpdate';
  if (replaced === 'cancellation') return 'replacedByCancellation';
  if (replaced === 'original') return kept === null ? 'original' : 'originalKept';
  return kind === 'cancel' ? 'cancelled' : null;
}

function isCancelled(invitation: Invitation): boolean {
  return invitation.kind === 'cancel' && !invitation.unproven && !isOfOther(invitation);
}

/** It uses the uid of another organiser's event, which it must not affect. */
function isOfOther({ other_organiser: other }: Invitation): boolean {
  return other !== null;
}

function Answers({
  invitation: { answered, unproven },
  isWaiting,
  onAnswer,
}: Pick<CardProps, 'invitation' | 'isWaiting' | 'onAnswer'>) {
  const { t } = useTranslation();
  const standing = answered?.to_this ? answered.answer : null;
  // That it has changed is only what a message says which nothing proves.
  const isSaid = answered !== null && (answered.to_this || !unproven);
  return (
    <>
      <fieldset className={`${styles.answers} not-printed`} aria-label={t('invitation.answer.group')}>
        {INVITATION_ANSWERS.map((each) => (
          <Button
            key={each}
            variant={standing === each ? 'filled' : 'default'}
            aria-pressed={standing === each}
            onClick={() => onAnswer(each)}
          >
            {t(`invitation.answer.${each}`)}
          </Button>
        ))}
      </fieldset>
      <p className={styles.state} role="status">
        {isWaiting
          ? t('invitation.answerWaits')
          : isSaid && t(`invitation.${answered.to_this ? 'answered' : 'answeredBefore'}.${answered.answer}`)}
      </p>
    </>
  );
}

function titleOf(invitation: Invitation) {
  const { kind, unproven, updated } = invitation;
  if (kind === 'cancel') return isCancelled(invitation) ? 'cancelledTitle' : 'unprovenCancelledTitle';
  if (kind === 'reply') return 'replyTitle';
  if (kind === 'counter') return 'proposal.title';
  if (kind === 'counter_declined')
    return unproven ? 'proposal.unprovenDeclinedTitle' : 'proposal.declinedTitle';
  if (kind === 'other') return 'eventTitle';
  return updated && !unproven ? 'updated' : 'title';
}

function organiserOf({ organiser }: Invitation): string | null {
  return organiser?.email.toLowerCase() ?? null;
}

function personWords({ name, email }: { name: string; email: string }): string {
  return name === '' || name === email ? email : `${name} <${email}>`;
}
