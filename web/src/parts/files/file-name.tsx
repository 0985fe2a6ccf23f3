import styles from './file-name.module.css';

const LETTERS_OF_THE_END = 12;
/** Kept, because to make one takes longer than the row that shows a name. */
const letterSegmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });

/**
 * A file's name on one line: where there is no room its middle goes, because its end says what it is. Its two parts are
 * drawn; screen readers, the clipboard and the browser's search have the whole name in one.
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

/** Between them the name may be cut; never within a letter and its marks. */
export function nameParts(name: string): [start: string, end: string] {
  const letters = [...letterSegmenter.segment(name)].map(({ segment }) => segment);
  const at = letters.length - Math.min(LETTERS_OF_THE_END, Math.floor(letters.length / 2));
  return [letters.slice(0, at).join(''), letters.slice(at).join('')];
}
