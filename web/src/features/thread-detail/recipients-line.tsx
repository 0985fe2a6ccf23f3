import type { Message } from '@bocau/contract/messages.ts';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { MessageDetailsButton } from './message-details-button.tsx';
import styles from './message-item.module.css';
import { PersonLink } from './person/person-link.tsx';
import { recipientsOf } from './recipients.ts';

/** Stands in the sentence for the names, which are links. */
const NAMES = '\u0000';

/** To whom a message went, each name with its card, and the way to all of it. */
export function RecipientsLine({ message }: { message: Message }) {
  const { t } = useTranslation();
  const own = useOwnAddresses();
  const { named, more } = recipientsOf(message, own, t('threadDetail.message.toMe'));
  const [before, after] = t('threadDetail.message.to', { names: NAMES }).split(NAMES);
  return (
    <div className={styles.recipients}>
      <p>
        {named.length === 0 ? (
          t('threadDetail.message.noRecipients')
        ) : (
          <>
            {before}
            {named.map(({ person, name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: somebody may be named twice
              <Fragment key={index}>
                {index > 0 && ', '}
                <PersonLink person={person} threadId={message.thread_id}>
                  {name}
                </PersonLink>
              </Fragment>
            ))}
            {after}
          </>
        )}
      </p>
      {more > 0 && <b className={styles.others}>{t('threadDetail.message.more', { count: more })}</b>}
      <MessageDetailsButton message={message} />
    </div>
  );
}
