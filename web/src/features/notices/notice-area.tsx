import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after, now } from '../../lib/timers.ts';
import { dismiss, type Notice, notices } from '../../parts/notices/notify.ts';
import { returnFocus } from '../../ui/return-focus.ts';
import styles from './notice-area.module.css';

const GAP = 8;

/**
 * The bottom left corner: one notice, which is announced. The newest is in front of the others, whose timers
 * keep running, unless another one is hovered or focused.
 */
export function NoticeArea({ below }: { below?: ReactNode }) {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
  const stack = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number | null>(null);
  const front = shown.find(({ id }) => id === held) ?? shown.at(-1);

  // Moved by transforms rather than by layout: new notices don't shift the present ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another notice is another element
  useLayoutEffect(() => {
    const items = [...(stack.current?.children ?? []), foot.current].reverse() as HTMLElement[];
    const place = () => {
      let up = 0;
      for (const { style, offsetHeight } of items) {
        style.translate = `0 ${-up}px`;
        up += offsetHeight && offsetHeight + GAP;
      }
    };
    place();
    const observer = new ResizeObserver(place);
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, [shown, front]);

  return (
    <section className={`${styles['area']} not-printed`} aria-label={t('notices.area')}>
      {/* Of several notices, the newest is announced. */}
      <div ref={stack} className={styles['stack']} role="status" aria-live="polite" aria-atomic="false">
        {shown.map((notice) => (
          <ShownNotice
            key={notice.id}
            notice={notice}
            behind={notice !== front}
            onHold={(holds) => setHeld(holds ? notice.id : null)}
          />
        ))}
      </div>
      <div ref={foot} className={styles['foot']}>
        {below}
      </div>
    </section>
  );
}

type ShownProps = { notice: Notice; behind: boolean; onHold(holds: boolean): void };

function ShownNotice({ notice, behind, onHold }: ShownProps) {
  const { t } = useTranslation();
  const [waiting, setWaiting] = useState(false);
  const stays = notice.seconds === null;
  const left = useRef((notice.seconds ?? 0) * 1000);

  useEffect(() => {
    if (waiting || stays) return;
    const since = now();
    const stop = after(left.current, () => dismiss(notice.id));
    return () => {
      stop();
      left.current = Math.max(0, left.current - (now() - since));
    };
  }, [notice.id, waiting, stays]);

  function hold(holds: boolean) {
    setWaiting(holds);
    onHold(holds);
  }

  const cameFrom = useRef<HTMLElement | null>(null);

  /** Its buttons are removed with it: the focus returns to where it was. */
  function close() {
    dismiss(notice.id);
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('content');
    returnFocus(back);
  }

  function undo() {
    close();
    notice.undo?.();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer
    <div
      className={notice.tone === 'danger' ? `${styles['notice']} ${styles['danger']}` : styles['notice']}
      data-two-ways={notice.action !== null && notice.undo !== null}
      data-notice
      hidden={behind}
      onPointerEnter={() => hold(true)}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) hold(false);
      }}
      onFocus={(event) => {
        hold(true);
        const { relatedTarget, currentTarget } = event;
        if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
        cameFrom.current = relatedTarget;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Not when the focus moves between its own buttons.
        if (!currentTarget.contains(relatedTarget)) hold(false);
      }}
    >
      <span className={styles['text']}>{notice.text}</span>
      {notice.action && (
        <button type="button" className={styles.undo} onClick={notice.action.run}>
          {notice.action.label}
        </button>
      )}
      {notice.undo && (
        <button type="button" className={styles['undo']} onClick={undo}>
          {t('common.actions.undo')}
        </button>
      )}
      <button
        type="button"
        className={styles['close']}
        aria-label={t('common.actions.close')}
        onClick={close}
      >
        <IconX size={16} />
      </button>
    </div>
  );
}
