import type { Sender } from '@bocau/contract/fields.ts';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PersonCard } from './lazy-person-card.ts';
import styles from './person-link.module.css';
import { useNamesAsText } from './use-names-as-text.ts';
import { usePersonOpener } from './use-person-opener.ts';

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

/**
 * A person's name in a message, which opens their card. The link is the address, so that browsers can copy it. Where
 * names are text, the picture alone opens the card.
 */
export function PersonLink({ person, proven, spoofed, threadId, className, isPicture, children }: Props) {
  const { t } = useTranslation();
  const asText = useNamesAsText();
  const { name, card, opened } = usePersonOpener(PersonCard.prepare);
  if (person.email === '' || (asText && !isPicture)) return children;
  const about = { 'aria-label': t('threadDetail.message.person', { name: person.name || person.email }) };
  // Beside a name that opens the same card the picture is for pointers alone.
  const ofPicture = asText ? about : ({ tabIndex: -1, 'aria-hidden': true } as const);
  return (
    <>
      <a
        {...name}
        className={className ?? styles.name}
        href={`mailto:${encodeURIComponent(person.email)}`}
        {...(isPicture && ofPicture)}
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
