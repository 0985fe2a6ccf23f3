import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PREVIEW_MAX, PREVIEW_MIN, previewSize, type Split } from '../../model/settings/split.ts';
import styles from './split-pane.module.css';

const STEP = 2;
const EVEN = 50;

/** The list and its preview, with a divider that pointer and arrow keys move. */
export function SplitPane(props: {
  split: Exclude<Split, 'default'>;
  /** The preview's share in percent. */
  size: number;
  onSize(size: number): void;
  list: ReactNode;
  preview: ReactNode;
}) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  // Ahead of the setting, which is updated later.
  const [chosen, setChosen] = useState<number | null>(null);
  const [dragging, setDragging] = useState(false);
  const size = chosen ?? props.size;
  const right = props.split === 'right';

  function sizeAt(event: PointerEvent): number {
    const box = area.current?.getBoundingClientRect();
    if (!box) return size;
    const left = right ? (box.right - event.clientX) / box.width : (box.bottom - event.clientY) / box.height;
    return previewSize(left * 100);
  }

  function choose(to: number) {
    setChosen(to);
    props.onSize(to);
  }

  function onKey(event: KeyboardEvent) {
    const to = {
      [right ? 'ArrowLeft' : 'ArrowUp']: size + STEP,
      [right ? 'ArrowRight' : 'ArrowDown']: size - STEP,
      Home: PREVIEW_MIN,
      End: PREVIEW_MAX,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(previewSize(to));
  }

  const tracks = `minmax(0, ${100 - size}fr) 1px minmax(0, ${size}fr)`;
  return (
    <div
      ref={area}
      className={right ? styles['right'] : styles['bottom']}
      style={right ? { gridTemplateColumns: tracks } : { gridTemplateRows: tracks }}
      data-dragging={dragging}
    >
      <div className={styles['pane']}>{props.list}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator can't be an <hr> */}
      <div
        className={styles['border']}
        role="separator"
        tabIndex={0}
        aria-orientation={right ? 'vertical' : 'horizontal'}
        aria-label={t('threadList.resize')}
        aria-valuenow={size}
        aria-valuemin={PREVIEW_MIN}
        aria-valuemax={PREVIEW_MAX}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={(event) => dragging && setChosen(sizeAt(event))}
        onPointerUp={() => {
          setDragging(false);
          props.onSize(size);
        }}
        onPointerCancel={() => setDragging(false)}
        onDoubleClick={() => choose(EVEN)}
      />
      <div className={styles['pane']}>{props.preview}</div>
    </div>
  );
}
