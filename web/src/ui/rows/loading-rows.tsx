import styles from './loading-rows.module.css';

const GHOSTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

type Props = {
  label: string;
  /** Lines beside the picture of each row. */
  lines: 1 | 2;
};

/** Skeleton rows; they appear only when the list takes longer than a moment. */
export function LoadingRows({ label, lines }: Props) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {GHOSTS.map((ghost) => (
        <div key={ghost} className={styles.ghost}>
          <i />
          <i />
          {lines === 2 && <i />}
        </div>
      ))}
    </div>
  );
}
