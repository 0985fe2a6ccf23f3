import type { Sender } from '@bocau/contract/fields.ts';
import { type ReactNode, Suspense } from 'react';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import styles from './person-link.module.css';
import { usePersonOpener } from './use-person-opener.ts';

const PersonCard = lazyPart(async () => {
  const [{ PersonCard: Part }] = await Promise.all([import('./person-card.tsx'), loadLaterWords()]);
  return Part;
});

type Props = {
  person: Sender;
  /** The address is not only claimed. */
  proven?: boolean;
  /** The message may be forged in this person's name. */
  spoofed?: boolean;
  /** Opened in this message, which is not listed again. */
  threadId: string;
  className?: string | undefined;
  /** A second way to the same card, for pointers alone. */
  isPicture?: boolean;
  children: ReactNode;
};

/** A person's name in a message, which opens their card. The link is the address, so that browsers can copy it. */
export function PersonLink({ person, proven, spoofed, threadId, className, isPicture, children }: Props) {
  const { name, card, opened } = usePersonOpener(PersonCard.prepare);
  if (person.email === '') return children;
  return (
    <>
      <a
        {...name}
        className={className ?? styles.name}
        href={`mailto:${encodeURIComponent(person.email)}`}
        {...(isPicture && { tabIndex: -1, 'aria-hidden': true })}
      >
        {children}
      </a>
      <Suspense>
        {opened && (
          <PersonCard
            {...opened}
            {...card}
            person={person}
            proven={proven ?? false}
            spoofed={spoofed ?? false}
            threadId={threadId}
          />
        )}
      </Suspense>
    </>
  );
}
