import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation } from '../../router/router.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { Help } from './help.tsx';
import { isPageId, type PageId, pageFor } from './page-ids.ts';

/** Help over the screen on which it was opened. */
export function HelpDialog({ asked, onClose }: { asked: string; onClose(): void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [page, setPage] = useState<PageId | null>(() => (isPageId(asked) ? asked : pageFor(pathname)));
  return (
    <Modal
      opened
      onClose={onClose}
      size={960}
      title={t('shell.help')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <Help page={page} onPage={setPage} />
    </Modal>
  );
}
