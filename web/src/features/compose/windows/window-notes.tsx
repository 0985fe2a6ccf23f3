import { IconAlertTriangle, IconWorld } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import type { SendProblem } from '../../../model/compose/compose-model.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import styles from './window-notes.module.css';

type Note = { key: string; tone: 'plain' | 'danger'; text: string };

/** What speaks for looking twice, told quietly while the message is written. */
export function WindowNotes({ id }: { id: string }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const notes = view ? model.problemsWhileWriting(id).flatMap((problem) => noteOf(problem) ?? []) : [];
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map(({ key, tone, text }) => (
        <li key={key} className={styles.note} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
          {key === 'outside_recipients' ? (
            <IconWorld size={16} aria-hidden />
          ) : (
            <IconAlertTriangle size={16} aria-hidden />
          )}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );

  function noteOf(problem: SendProblem): Note | null {
    const { kind } = problem;
    switch (kind) {
      case 'outside_recipients': {
        const { emails } = problem;
        const shown = emails.length > 3 ? `${emails.slice(0, 3).join(', ')}…` : emails.join(', ');
        const text = t('composeWindow.notes.outside', { count: emails.length, emails: shown });
        return { key: kind, tone: 'plain', text };
      }
      case 'zip':
        return { key: kind, tone: 'plain', text: t('composeWindow.notes.zip') };
      case 'attachments_too_large': {
        const sizes = { size: readableSize(problem.bytes), most: readableSize(problem.most) };
        return { key: kind, tone: 'danger', text: t('composeWindow.notes.tooLarge', sizes) };
      }
      case 'body_too_long': {
        const { characters, most } = problem;
        return { key: kind, tone: 'danger', text: t('composeWindow.notes.tooLong', { characters, most }) };
      }
      case 'sending_disabled':
        return { key: kind, tone: 'danger', text: t('composeWindow.notes.disabled') };
      default:
        return null;
    }
  }
}
