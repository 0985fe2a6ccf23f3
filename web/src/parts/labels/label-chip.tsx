import type { Label } from '@bocau/contract/labels.ts';
import type { CSSProperties, ReactNode } from 'react';
import styles from './label-chip.module.css';
import { leafOf } from './label-names.ts';

/** A label in its colour; `large` where there is room for more than a sign. */
export function LabelChip({
  label,
  large = false,
  children = leafOf(label.name),
  after,
}: {
  label: Pick<Label, 'name' | 'color'>;
  large?: boolean;
  children?: ReactNode;
  after?: ReactNode;
}) {
  return (
    <span
      className={styles.chip}
      style={labelColour(label)}
      data-large={large || undefined}
      title={label.name}
    >
      <span className={styles.words}>{children}</span>
      {after}
    </span>
  );
}

/** Sets the variable that chips and dots take their colour from. */
export function labelColour({ color }: Pick<Label, 'color'>): CSSProperties {
  return { '--label': `var(--label-${color})` } as CSSProperties;
}
