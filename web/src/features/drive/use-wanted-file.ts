import { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type DriveListRef, type DriveOrder, listIdOf } from '../../model/drive/drive-list.ts';
import type { DriveModel, DriveView } from '../../model/drive/drive-model.ts';
import { driveFilePage, wantedFileOf } from '../../parts/drive/drive-address.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { announceFailure } from './begin-drive-act.ts';
import { useLoadRest } from './use-load-rest.ts';

type Where = { model: DriveModel; list: DriveListRef; order: DriveOrder; view: DriveView };
type Sought = 'unknown' | 'shown' | 'missing' | 'failed' | DriveFile;

/**
 * The file that the address asks for, as links in messages do: `found` is called once with its row. If it is
 * in another place, that is looked up and shown; if it is further down, pages are loaded up to it, and it is
 * returned in the meantime. If the user has moved on to other rows (`isElsewhere`), `found` is not called.
 */
export function useWantedFile(
  { model, list, order, view }: Where,
  isElsewhere: boolean,
  found: (file: DriveFile, index: number) => void,
): { wanted: DriveFile | null; isMissing: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const id = wantedFileOf(search);
  const address = pathname + search;
  const [answer, setAnswer] = useState<{ address: string; sought: Sought } | null>(null);
  const sought = answer?.address === address ? answer.sought : 'unknown';
  const isOpen = id !== null && view.loading !== 'loading' && sought !== 'shown' && !isElsewhere;
  const index = isOpen ? view.files.findIndex((file) => file.id === id) : -1;
  const isAsked = isOpen && index < 0 && sought === 'unknown';
  const wanted = isOpen && typeof sought === 'object' ? sought : null;
  useLoadRest({ model, list, order, view }, wanted !== null && index < 0);

  useEffect(() => {
    const file = view.files[index];
    if (!file) return;
    setAnswer({ address, sought: 'shown' });
    found(file, index);
  });

  const here = listIdOf(list);
  useEffect(() => {
    if (!isAsked || id === null) return;
    let left = false;
    const settle = (sought: Sought) => setAnswer({ address, sought });
    model.find(id).then(
      ({ file, list: place }) => {
        if (left) return;
        if (listIdOf(place) === here) settle(file);
        else void navigate(driveFilePage(place, id), { replace: true });
      },
      (error: unknown) => {
        if (left) return;
        const isGone = error instanceof ApiError && error.status === 404;
        settle(isGone ? 'missing' : 'failed');
        if (error instanceof ApiError && !isGone) announceFailure(t('drive.fileNotFound.failed'), error);
      },
    );
    return () => {
      left = true;
    };
  }, [isAsked, id, here, address, model, navigate, t]);

  return { wanted, isMissing: sought === 'missing' };
}
