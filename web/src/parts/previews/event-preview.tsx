import type { File } from '@bocau/contract/messages.ts';
import { Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './preview-overlay.module.css';
import { Fallback } from './preview-states.tsx';

const InvitationCard = lazyPart(async () => {
  const [{ InvitationCard: Part }] = await Promise.all([import('./invitation-card.tsx'), loadLaterWords()]);
  return Part;
});

/** A calendar file, as the same card that messages show. */
export function EventPreview({ file }: { file: File }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.pages}>
        <Suspense fallback={null}>
          <InvitationCard file={file} instead={(words) => <Fallback file={file} words={words} />} />
        </Suspense>
      </div>
    </div>
  );
}
