import { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { SendHow, Sharing } from '../../../model/compose/compose-model.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import type { EarlyEnd } from './dialog-requests.ts';
import { type Receiver, SharingFields } from './sharing-fields.tsx';
import type { SharingFacts } from './use-sharing-form.ts';

type Props = {
  /** Files and folders of the drive that the message links to. */
  ids: readonly string[];
  receivers: readonly Receiver[];
  how: SendHow;
  /** Set when asking again because the server refused the end date. */
  refused: EarlyEnd | null;
  /** Null: back to the message. */
  onAnswer(sharing: Sharing | null): void;
};

/**
 * SH-1 to SH-4: with whom the linked files of a message are shared, and how. Files of others are not shared
 * again (SH-5).
 */
export function SharingDialog({ ids, receivers, how, refused, onAnswer }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const own = useSessionState((session) => session.user())?.email ?? null;
  const [found, setFound] = useState<SharingFacts | ApiError | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again on a retry
  useEffect(() => {
    let left = false;
    async function readLastDate(): Promise<number | null> {
      if (how.type !== 'period') return null;
      // Without a known last send, the server checks the end date when the message is sent.
      return api.previewPeriodic({ body: how.rule }).then(
        ({ data }) => data.last_date,
        () => null,
      );
    }
    async function look(): Promise<SharingFacts> {
      const [files, { data }, lastDate] = await Promise.all([
        Promise.all(ids.map((id) => api.getDriveFile({ params: { id } }).then(({ data }) => data, missing))),
        api.checkShare({ body: { to_address: receivers.map(({ email }) => email) } }),
        readLastDate(),
      ]);
      return {
        ...data,
        lastDate,
        files: files.filter((file) => file !== null && file.owner === own) as DriveFile[],
      };
    }
    look().then(
      (next) => {
        if (left) return;
        if (next.files.length > 0) setFound(next);
        // Files shared by others are not the user's to share: the links stay as they are.
        else onAnswer({ ids: [], permission: 'READ', password: null, expireDate: null });
      },
      (error: unknown) =>
        !left && setFound(error instanceof ApiError ? error : new ApiError(0, 'no_answer', String(error))),
    );
    return () => {
      left = true;
    };
  }, [tries]);

  const close = () => onAnswer(null);
  return (
    <Modal
      opened
      onClose={close}
      title={t('driveMail.share.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      centered
      size={520}
    >
      {found === null && <p role="status">{t('driveMail.share.preparing')}</p>}
      {found instanceof ApiError && (
        <>
          <LoadFailed
            words={found.status === 0 ? t('driveMail.share.checkFailed') : errorWords(t, found)}
            onRetry={() => {
              setFound(null);
              setTries(tries + 1);
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('driveMail.share.back')}
            </Button>
          </Group>
        </>
      )}
      {found !== null && !(found instanceof ApiError) && (
        <SharingFields facts={found} receivers={receivers} how={how} refused={refused} onAnswer={onAnswer} />
      )}
    </Modal>
  );
}

/** A file that is deleted, or another person's and not shared, is left out. */
function missing(error: unknown): null {
  if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
  throw error;
}
