import type { Label } from '@bocau/contract/labels.ts';
import { labelColour } from './label-chip.tsx';
import styles from './label-dot.module.css';

/** The colour of a label beside its name. */
export function LabelDot({ label }: { label: Pick<Label, 'color'> }) {
  return <span className={styles.dot} style={labelColour(label)} aria-hidden />;
}
