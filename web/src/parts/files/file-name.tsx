import styles from './file-name.module.css';

const LETTERS_OF_THE_END = 12;
/** Cached, because creating a segmenter takes longer than rendering a row with a name. */
const letterSegmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });

/**
 * A file's name on one line: when there is no room, the middle is cut, because the end shows the type. The
 * two halves are only visual; screen readers, the clipboard and the browser's search get the whole name.
 */
export function FileName({ name }: { name: string }) {
  const [start, end] = nameParts(name);
  return (
    <span className={styles.name} title={name}>
      <span className={styles.start} data-part={start} aria-hidden />
      <span className={styles.end} data-part={end} aria-hidden />
      <span className={styles.whole}>{name}</span>
    </span>
  );
}

/** Splits a name where it may be cut; never within a grapheme. */
export function nameParts(name: string): [start: string, end: string] {
  const letters = [...letterSegmenter.segment(name)].map(({ segment }) => segment);
  const at = letters.length - Math.min(LETTERS_OF_THE_END, Math.floor(letters.length / 2));
  return [letters.slice(0, at).join(''), letters.slice(at).join('')];
}
