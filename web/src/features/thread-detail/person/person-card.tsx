import type { Sender } from '@bocau/contract/fields.ts';
import { IconCopy } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { PersonAvatar } from '../../../parts/avatars/person-avatar.tsx';
import { usePersonContact } from '../../../parts/contacts/use-person-contact.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { DoubtMark } from '../../../parts/senders/doubt-mark.tsx';
import { isDoubtful } from '../../../parts/senders/sender-doubts.ts';
import { Anchor, useFocusBack } from '../../../ui/anchor.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import { WITHIN_SCREEN } from '../../../ui/layers/within-screen.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { PersonActs } from './person-acts.tsx';
import styles from './person-card.module.css';
import { PersonContact } from './person-contact.tsx';
import { PersonThreads } from './person-threads.tsx';
import type { OpenedPerson } from './use-person-opener.ts';

type Props = OpenedPerson & {
  person: Sender;
  proven: boolean;
  spoofed: boolean;
  threadId: string;
  onPointerEnter(): void;
  onPointerLeave(event: PointerEvent): void;
  onHold(): void;
};

/** So far the name may move with the text around it before its card goes. */
const MOVED_AWAY_PX = 48;

/** Who a person in a message is, as far as it is known here, and what can be done about them. */
export function PersonCard({
  anchor,
  resting,
  onClose,
  person,
  proven,
  spoofed,
  threadId,
  onHold,
  ...pointer
}: Props) {
  const { t } = useTranslation();
  const contact = usePersonContact(person.email);
  useFocusBack(anchor);
  useCloseByMoving(anchor, onClose);
  useCloseResting(resting, onClose);
  const trusted = proven && !spoofed && !isDoubtful(person);
  const card = contact.data ?? null;
  const name = shortName(person);
  const photo = trusted ? card?.photo : null;
  return (
    <Popover
      opened
      passing={resting}
      onChange={onClose}
      position="bottom-start"
      width="min(340px, calc(100vw - 24px))"
      withinPortal
      middlewares={WITHIN_SCREEN}
      withRoles={false}
      trapFocus={!resting}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.card}
        role="dialog"
        aria-label={name}
        tabIndex={-1}
        {...pointer}
        onPointerDown={onHold}
        onFocus={onHold}
      >
        <div className={styles.head}>
          {photo ? (
            <img className={styles.photo} src={`${photo}?width=96`} alt="" width={48} height={48} />
          ) : (
            <span className={styles.photo}>
              <PersonAvatar person={person} proven={trusted} />
            </span>
          )}
          <div className={styles.who}>
            <p className={styles.name}>{name}</p>
            <Address email={person.email} />
            {person.others?.map(({ email }) => (
              <Address key={email} email={email} />
            ))}
          </div>
        </div>
        {spoofed && (
          <p className={styles.warning}>{t('threadDetail.spoofed.text', { email: person.email })}</p>
        )}
        <p className={styles.doubt}>
          <DoubtMark sender={person} />
        </p>
        <PersonContact contact={contact} />
        <PersonThreads email={person.email} threadId={threadId} />
        <PersonActs
          person={person}
          contact={contact}
          trusted={!spoofed && !isDoubtful(person)}
          onDone={onClose}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Address({ email }: { email: string }) {
  const { t } = useTranslation();

  async function copy(): Promise<void> {
    const done = await copyText(email);
    notify(done ? { text: t('personCard.copied') } : { text: t('serverInfo.copyFailed'), tone: 'danger' });
  }

  return (
    <p className={styles.address}>
      <span>{email}</span>
      <ToolButton
        icon={IconCopy}
        iconSize={16}
        size={28}
        label={t('personCard.copy', { email })}
        onClick={() => void copy()}
      />
    </p>
  );
}

/** The card goes with its name when that is scrolled away. */
function useCloseByMoving(anchor: HTMLElement, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const { top } = anchor.getBoundingClientRect();
    const look = () => {
      if (Math.abs(anchor.getBoundingClientRect().top - top) > MOVED_AWAY_PX) latest.current();
    };
    window.addEventListener('scroll', look, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', look, { capture: true });
  }, [anchor]);
}

/** Escape means the card before anything of the page, also while it is not a layer. */
function useCloseResting(resting: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!resting) return undefined;
    const look = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', look, { capture: true });
    return () => window.removeEventListener('keydown', look, { capture: true });
  }, [resting]);
}
