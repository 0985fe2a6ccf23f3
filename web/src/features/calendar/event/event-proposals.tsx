import type { CalendarEvent, Occurrence, TimeProposal } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { momentsOf } from '../../../model/calendar/occurrence-times.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { DayAgenda } from '../../../parts/events/day-agenda.tsx';
import { proposalWords } from '../../../parts/events/proposed-times.ts';
import { WithdrawProposal } from '../../../parts/events/withdraw-proposal.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { acceptProposal } from '../accept-proposal.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './event-panel.module.css';

type Props = { screen: CalendarScreenState; one: Occurrence; event: CalendarEvent; mayChange: boolean };

/** CL-190: other times that guests propose; to a guest what became of their own. */
export function EventProposals({ screen, one, event, mayChange }: Props) {
  const { t, language } = useTranslation();
  const { zone } = screen;
  const proposals = event.proposals ?? [];
  const model = useCalendarModel();
  const { event_id: id, repeats } = one;
  // Accepted at once, without asking for the series first.
  useEffect(() => (repeats ? model.holdEvent(id, '') : undefined), [model, id, repeats]);
  const whenOf = (proposal: TimeProposal) => proposalWords(t, proposal, { zone, language });
  if (event.my_answer !== null) {
    return proposals.map((proposal) => (
      <div key={proposal.original} className={styles.note}>
        {t(`invitation.proposal.${proposal.is_declined ? 'mineDeclined' : 'mine'}`, {
          when: whenOf(proposal),
        })}
        {mayChange && !proposal.is_declined && (
          <WithdrawProposal
            id={id}
            proposal={proposal}
            onSettled={() => void screen.model.readEvent(id, one.original)}
          />
        )}
      </div>
    ));
  }
  return (
    <div className={styles.proposals}>
      {proposals.map((proposal) => (
        <section key={`${proposal.original} ${proposal.email}`} className={styles.proposal}>
          <h3>{t('invitation.proposal.by', { name: proposal.name || proposal.email })}</h3>
          <p>
            <b>{whenOf(proposal)}</b>
            {one.repeats && proposal.original === '' && <small> {t('invitation.proposal.ofSeries')}</small>}
          </p>
          {proposal.words !== '' && <p className={styles.description}>{proposal.words}</p>}
          {mayChange && <Acts screen={screen} one={one} proposal={proposal} />}
          <Clashes proposal={proposal} id={one.event_id} />
        </section>
      ))}
    </div>
  );
}

function Clashes({ proposal, id }: { proposal: TimeProposal; id: string }) {
  const { kind, at, until } = momentsOf(proposal);
  return kind === 'zoned' ? (
    <DayAgenda at={at} until={until} isSame={({ event_id }) => event_id === id} />
  ) : null;
}

type ActsProps = Pick<Props, 'screen' | 'one'> & { proposal: TimeProposal };

function Acts({ screen, one, proposal }: ActsProps) {
  const { t } = useTranslation();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function decline(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const { email, name, original } = proposal;
    try {
      await api.declineProposal({ params: { id: one.event_id }, body: { original, email } });
      notify({ text: t('invitation.proposal.declined', { name: name || email }) });
      await screen.model.readEvent(one.event_id, one.original);
    } catch (error) {
      const why = errorWords(t, asApiError(error));
      notify({ text: `${t('invitation.proposal.failed')} ${why}`, tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
    }
  }

  function accept(): void {
    screen.open(null);
    void acceptProposal(api, screen, one, proposal);
  }

  return (
    <div className={styles.answers}>
      <Button disabled={busy} onClick={accept}>
        {t('invitation.proposal.accept')}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void decline()}>
        {t('invitation.proposal.decline')}
      </Button>
    </div>
  );
}
