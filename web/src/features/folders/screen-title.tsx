import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import styles from './screen-title.module.css';
import { useScreenWords } from './screen-words.ts';

/** What is shown, in the header of a phone. */
export function ScreenTitle() {
  const words = useScreenWords();
  // The search field stands in its place, with what was searched for.
  if (useShownPlace()?.list.kind === 'search') return null;
  return (
    <span className={styles.title} title={words}>
      {words}
    </span>
  );
}
