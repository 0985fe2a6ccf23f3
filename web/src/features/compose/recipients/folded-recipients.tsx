import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { shownName } from './recipient-tag.tsx';
import styles from './recipients-field.module.css';

const COMMA = 10;
const ROOM_FOR_REST = 64;

/**
 * The recipients in one line while they are not edited: as many names as fit, and the number of the others.
 */
export function FoldedRecipients({ recipients }: { recipients: readonly ComposeRecipient[] }) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!ref.current) return undefined;
    const watch = new ResizeObserver(([line]) => setWidth(line?.contentRect.width ?? 0));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  const shown = recipients.slice(0, howManyFit(recipients.map(shownName), width));
  const rest = recipients.slice(shown.length);
  return (
    <div ref={ref} className={styles.folded}>
      {shown.map((recipient, at) => (
        <span
          key={recipient.email}
          className={styles.foldedName}
          data-invalid={!recipient.valid || undefined}
          title={recipient.valid ? recipient.email : t('compose.recipients.invalid')}
        >
          {shownName(recipient)}
          {at < recipients.length - 1 && ','}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={styles.rest} data-invalid={rest.some(({ valid }) => !valid) || undefined}>
          <span aria-hidden>{t('compose.recipients.more', { count: rest.length })}</span>
          <span className="visually-hidden">{t('compose.recipients.moreLabel', { count: rest.length })}</span>
        </span>
      )}
    </div>
  );
}

let pen: CanvasRenderingContext2D | null = null;

/** At least one: a single name that is too long is truncated. */
function howManyFit(names: readonly string[], width: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen || width === 0) return 1;
  pen.font = `14px ${getComputedStyle(document.body).fontFamily}`;
  let used = 0;
  for (const [at, name] of names.entries()) {
    used += pen.measureText(name).width + COMMA;
    const room = at === names.length - 1 ? width : width - ROOM_FOR_REST;
    if (used > room) return Math.max(at, 1);
  }
  return names.length;
}
