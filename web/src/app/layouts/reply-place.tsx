import { Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useRunningReply } from '../../parts/settings/use-running-reply.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './reply-place.module.css';

const ReplyBanner = lazyPart(async () => {
  const [{ ReplyBanner: Part }] = await Promise.all([
    import('../../features/settings/reply-banner.tsx'),
    loadLaterWords(),
  ]);
  return Part;
}, 'on-demand');

/** The banner of the automatic reply, while it is active. */
export function ReplyPlace() {
  const running = useRunningReply();
  return (
    running && (
      <div className={`${styles.place} not-printed`}>
        <Suspense fallback={null}>
          <ReplyBanner end={running.end} />
        </Suspense>
      </div>
    )
  );
}
