import type { MailAddress } from '@bocau/contract/fields.ts';
import { IconAlertTriangle, IconWorld } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import type { ComposeRecipient, SendProblem } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import styles from './window-notes.module.css';

type Note = {
  key: string;
  tone: 'plain' | 'danger';
  text: string;
  /** RC-6: the recipient who doesn't exist according to the note. */
  missing?: ComposeRecipient;
};
const FIELDS = ['to', 'cc', 'bcc'] as const;

/** Warnings, shown unobtrusively while the message is written. */
export function WindowNotes({ id }: { id: string }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const notes = view ? model.problemsWhileWriting(id).flatMap(notesOf) : [];
  const needsTwoStep = view?.fault?.code === 'two_step_required';
  if (notes.length === 0 && !needsTwoStep) return null;
  return (
    <ul className={styles.notes}>
      {needsTwoStep && (
        <li className={styles.note} data-tone="danger" role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t('composeWindow.notes.twoStep')} {/* Opens in a new tab, so that the message stays as it is. */}
            <a className={styles.act} href="/protect/authentication" target="_blank" rel="noreferrer">
              {t('composeWindow.notes.setUpTwoStep')}
            </a>
          </span>
        </li>
      )}
      {notes.map(({ key, tone, text, missing }) => (
        <li key={key} className={styles.note} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
          {key === 'outside_recipients' ? (
            <IconWorld size={16} aria-hidden />
          ) : (
            <IconAlertTriangle size={16} aria-hidden />
          )}
          <span>
            {text}
            {missing?.nearest?.map((person) => (
              <button
                key={person.email}
                type="button"
                className={styles.act}
                onClick={() => correct(missing.email, person)}
              >
                {t('composeWindow.notes.meant', { email: person.email })}
              </button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );

  /** Corrects the address in every field that has it. */
  function correct(email: string, person: MailAddress): void {
    for (const field of FIELDS) {
      const index = view?.[field].findIndex((recipient) => recipient.email === email) ?? -1;
      if (index < 0) continue;
      model.removeRecipient(id, field, index);
      model.addRecipients(id, field, textOfRecipient({ ...person, valid: true, status: 'unknown' }));
    }
  }

  function notesOf(problem: SendProblem): Note[] {
    if (problem.kind === 'missing_recipients') {
      return problem.recipients.map((missing) => {
        const text = t('composeWindow.notes.missing', { email: missing.email });
        return { key: `missing ${missing.email}`, tone: 'danger', text, missing };
      });
    }
    const note = noteOf(problem);
    return note ? [note] : [];
  }

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
