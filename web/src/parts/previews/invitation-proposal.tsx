import type { CalendarEvent, TimeProposal } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { timesOf as momentTimes, spanOf } from '../../model/calendar/occurrence-times.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { hasLayers } from '../../ui/layers/layers.ts';
import { announceAct } from '../acts/announce-act.ts';
import { readRoomsLostTo } from '../events/lost-rooms.ts';
import { LostRoomsDialog } from '../events/lost-rooms-dialog.tsx';
import { moveToProposal, readProposed } from '../events/move-to-proposal.ts';
import { ProposeTime } from '../events/propose-time.tsx';
import { proposalWords, type Times, timesHere } from '../events/proposed-times.ts';
import { WithdrawProposal } from '../events/withdraw-proposal.tsx';
import { isTyping } from '../keyboard/shortcuts.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useSettings } from '../settings/use-settings.ts';
import { InvitationAgenda } from './invitation-agenda.tsx';
import styles from './invitation-card.module.css';

export type ProposingProps = {
  invitation: Invitation;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  onPropose(given: Times & { words: string }): Promise<void>;
  onWithdrawn(): void;
  /** Another way on, beside the button. */
  beside: ReactNode;
};

/** CL-197: another time, instead of an answer or beside one, and what became of it. */
export function Proposing({ invitation, isOpen, onOpen, onPropose, onWithdrawn, beside }: ProposingProps) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const form = useRef<HTMLDivElement>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const [hasSent, setHasSent] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const { proposal } = invitation;
  const isSaid = hasSent && !isOpen && proposal !== null;
  // CL-343: the form, which was longer, is gone from below it.
  useEffect(() => {
    if (isSaid) said.current?.scrollIntoView({ block: 'center' });
  }, [isSaid]);
  const times = timesOf(invitation, zone);

  /** The focus returns to the button, unless the user has gone on elsewhere while the proposal was sent. */
  function close(): void {
    const { activeElement } = document;
    setTakesFocus(form.current?.contains(activeElement) === true || !isTyping(activeElement));
    onOpen(false);
  }

  /** In the form a letter is no shortcut of the page, also on its buttons. */
  function keepKeys(event: KeyboardEvent): void {
    // A popup of the form handles its own keys.
    if (hasLayers() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
  }

  return (
    <>
      {proposal && (
        <p ref={said} className={styles.state}>
          {t(`invitation.proposal.${proposal.is_declined ? 'mineDeclined' : 'mine'}`, {
            when: proposalWords(t, proposal, { zone, language }),
          })}
        </p>
      )}
      {proposal && !proposal.is_declined && invitation.event_id && (
        <div className={`${styles.answers} not-printed`}>
          <WithdrawProposal id={invitation.event_id} proposal={proposal} onSettled={onWithdrawn} />
        </div>
      )}
      {times && isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from the page
        <div ref={form} className={styles.propose} onKeyDown={keepKeys}>
          <ProposeTime
            begin={times}
            isSame={({ event_id }) => event_id === invitation.event_id}
            onSend={async (given) => {
              await onPropose(given);
              notify({ text: t('invitation.propose.sent') });
              setHasSent(true);
              close();
            }}
            onCancel={close}
          />
        </div>
      )}
      {times && !isOpen && (
        <div className={`${styles.more} not-printed`}>
          <Button
            variant="subtle"
            size="compact-md"
            autoFocus={takesFocus}
            onClick={() => {
              setHasSent(false);
              onOpen(true);
            }}
          >
            {t('invitation.propose.open')}
          </Button>
          {beside}
        </div>
      )}
    </>
  );
}

/** Null where it is not known which moment that is. */
function timesOf({ start, end }: Invitation, zone: string): Times | null {
  if (!start) return null;
  if (start.clock === null) {
    const time = { day: start.day, clock: null, zone: null };
    return { start: time, end: { ...time, day: end?.day ?? start.day } };
  }
  const { at } = start;
  const until = end ? end.at : at;
  if (at === null || until === null) return null;
  const kind = 'zoned';
  return momentTimes(kind, spanOf({ kind, at, until }, zone), { own: zone, event: zone });
}

/** What is asked before an event loses rooms. */
type Asked = { event: CalendarEvent; rooms: readonly BookableRoom[]; proposal: TimeProposal };

type AnswersProps = { invitation: Invitation; onSettled(): void };

/** The time that a guest proposes in this message: to be taken, or not. */
export function ProposalAnswers({ invitation, onSettled }: AnswersProps) {
  const api = useApi();
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const accepting = useRef<HTMLButtonElement>(null);
  const [done, setDone] = useState<string | null>(null);
  const over = useRef<HTMLParagraphElement>(null);
  const { event_id: id, proposal, title } = invitation;
  const isOver = !id || !proposal || proposal.is_declined === true;
  // The button that was pressed is gone: what became of it takes its place, also for who hears it.
  useEffect(() => {
    if (isOver && done !== null && !isTyping(document.activeElement)) over.current?.focus();
  }, [isOver, done]);
  if (isOver) {
    return (
      <p ref={over} tabIndex={-1} className={styles.state}>
        {done ?? t('invitation.proposal.over')}
      </p>
    );
  }

  async function settle(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const why = errorWords(t, asApiError(error));
      notify({ text: `${t('invitation.proposal.failed')} ${why}`, tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
      onSettled();
    }
  }

  /** CL-211: asks first where a room of the event will decline that time. */
  async function accept(taken: TimeProposal, ofEvent: string): Promise<void> {
    const event = await readProposed(api, ofEvent, taken);
    const rooms = await readRoomsLostTo(api, taken, event);
    if (rooms.length === 0) return move(event, taken);
    await loadCalendarWords();
    setAsked({ event, rooms, proposal: taken });
  }

  async function move(event: CalendarEvent, taken: TimeProposal): Promise<void> {
    const { moved, back } = await moveToProposal(api, event, taken);
    const undo = async () => {
      await back();
      setDone(null);
      onSettled();
      return true;
    };
    const when = proposalWords(t, taken, { zone, language });
    const words = [t('invitation.proposal.accepted', { title, when })];
    const lost = moved.attendees.filter((one) => one.is_room && one.answer === 'declined');
    const rooms = lost.map(({ name, email }) => name || email).join(', ');
    if (rooms !== '') words.push(t('invitation.proposal.withoutRooms', { rooms }));
    setDone(words.join('. '));
    announceAct({ undo, settled: Promise.resolve(true) }, words.join('. '), { isTold: () => true });
  }

  function stay(): void {
    setAsked(null);
    // The button was off when the question came.
    requestAnimationFrame(() => accepting.current?.focus());
  }

  async function decline(): Promise<void> {
    if (!id || !proposal) return;
    const { email, name, original } = proposal;
    await api.declineProposal({ params: { id }, body: { original, email } });
    const words = t('invitation.proposal.declined', { name: name || email });
    setDone(words);
    notify({ text: words });
  }

  return (
    <>
      <InvitationAgenda invitation={invitation} />
      <div className={`${styles.answers} not-printed`}>
        <Button ref={accepting} disabled={busy} onClick={() => void settle(() => accept(proposal, id))}>
          {t('invitation.proposal.accept')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void settle(decline)}>
          {t('invitation.proposal.decline')}
        </Button>
      </div>
      {asked && (
        <LostRoomsDialog
          act="move"
          rooms={asked.rooms}
          times={{
            zone,
            startDay: timesHere(asked.proposal, zone).start.day,
            isSeries: asked.proposal.original === '' && asked.event.fields.rule !== null,
          }}
          onSafe={stay}
          onOther={() => {
            setAsked(null);
            void settle(() => move(asked.event, asked.proposal));
          }}
        />
      )}
    </>
  );
}
