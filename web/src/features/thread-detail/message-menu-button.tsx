import { IconDotsVertical } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import type { MessageMenuProps } from './message-menu.tsx';

const MessageMenu = lazyPart(async () => {
  const [{ MessageMenu: Part }] = await Promise.all([import('./message-menu.tsx'), loadLaterWords()]);
  return Part;
});
const RecallDialog = lazyPart(async () => {
  const [{ RecallDialog: Part }] = await Promise.all([
    import('../sending/recall-dialog.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

export function MessageMenuButton(props: Omit<MessageMenuProps, 'onRecall'>) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu', MessageMenu);
  const [recalling, setRecalling] = useState(false);
  return (
    <>
      <ToolButton
        {...button}
        icon={IconDotsVertical}
        label={t('threadDetail.menu.open')}
        size={32}
        iconSize={18}
      />
      <Suspense>
        {opened && <MessageMenu {...opened} {...props} onRecall={() => setRecalling(true)} />}
        {recalling && <RecallDialog message={props.message} onClose={() => setRecalling(false)} />}
      </Suspense>
    </>
  );
}
