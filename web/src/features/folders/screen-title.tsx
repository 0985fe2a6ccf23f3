import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import styles from './screen-title.module.css';
import { useScreenWords } from './screen-words.ts';

/** The title of the screen, in the header of a phone. */
export function ScreenTitle() {
  const words = useScreenWords();
  // In a search, the search field is in its place, with the search terms.
  if (useShownPlace()?.list.kind === 'search') return null;
  return (
    <span className={styles.title} title={words}>
      {words}
    </span>
  );
}
