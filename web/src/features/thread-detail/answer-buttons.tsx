import { IconCornerUpLeft, IconCornerUpLeftDouble } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { AnswerTarget } from '../../parts/compose/lazy-compose.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './thread-detail.module.css';

/** TD-22: answers from the bar above a conversation. */
export function AnswerButtons({ target: { answer, hasOthers } }: { target: AnswerTarget }) {
  const { t } = useTranslation();
  return (
    <>
      <ToolButton
        icon={IconCornerUpLeft}
        label={t('threadDetail.titles.reply')}
        hint={`${t('threadDetail.titles.reply')} · ${printedKey('r')}`}
        onClick={() => answer('reply')}
      />
      {hasOthers && (
        <ToolButton
          className={styles.replyAll}
          icon={IconCornerUpLeftDouble}
          label={t('threadDetail.titles.reply_all')}
          hint={`${t('threadDetail.titles.reply_all')} · ${printedKey('a')}`}
          onClick={() => answer('reply_all')}
        />
      )}
    </>
  );
}
