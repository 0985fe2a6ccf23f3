import styles from './screen-title.module.css';
import { useScreenWords } from './screen-words.ts';

/** What is shown, in the header of a phone. */
export function ScreenTitle() {
  const words = useScreenWords();
  return (
    <span className={styles.title} title={words}>
      {words}
    </span>
  );
}
