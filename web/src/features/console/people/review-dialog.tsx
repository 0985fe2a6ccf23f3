import type { Reviewed } from '@bocau/contract/admin-review.ts';
import type { Person } from '@bocau/contract/people.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './people.module.css';
import { ReviewLines } from './review-lines.tsx';

/** What was done in a person's account, for cleaning up after a break-in. */
export function ReviewDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const { busy, run } = useAccountAttempt();
  const about = useRef<HTMLParagraphElement>(null);
  const { cursor } = cursors;
  const { fullname: name } = person;
  const params = { id: person.id };
  const review = useQuery({
    queryKey: ['review', person.id, cursor],
    queryFn: () => api.reviewPerson({ params, query: cursor === null ? {} : { cursor } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

  /** The pressed control may be gone. */
  async function done(words: string, undo?: () => Promise<void>) {
    notify({ text: words, ...(undo && { undo }) });
    await review.refetch();
    about.current?.focus();
  }

  const signOut = () =>
    run(async () => {
      await api.signOutAnyPerson({ params });
      await done(t('people.access.signedOut', { name }));
    });

  const endLink = ({ open_link: id }: Extract<Reviewed, { kind: 'share' | 'calendar' }>, domain: string) =>
    run(async () => {
      if (id === null) return;
      const link = { params: { domain, id } };
      const putBack = async () => {
        await run(async () => {
          await api.restoreDomainLink(link);
          await done(t('admin.links.restored'));
        });
      };
      await api.endDomainLink(link);
      await done(t('admin.links.ended'), putBack);
    });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('admin.review.title', { name })}
      size={640}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.link}>
        <p ref={about} tabIndex={-1}>
          {t('admin.review.about', { name })}
        </p>
        {person.deleted_at === null && (
          <div className={styles.acts}>
            <Button variant="default" disabled={busy} onClick={() => void signOut()}>
              {t('people.access.signOut')}
            </Button>
          </div>
        )}
        {review.data ? (
          <ReviewLines
            entries={review.data.data}
            isOld={review.isPlaceholderData}
            busy={busy}
            onEndLink={(linked) => void endLink(linked, review.data.meta.domain)}
          />
        ) : (
          <AccountState query={review} lines={6} />
        )}
        <Pages
          cursors={cursors}
          next={review.data?.meta.next_cursor ?? null}
          waiting={review.isPlaceholderData}
        />
      </div>
    </Modal>
  );
}
