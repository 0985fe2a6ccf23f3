import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './lunar-date.module.css';
import { lunarOf, lunarWords, plainLunar, shortLunar, useLunarShown } from './lunar-days.ts';

type Props = {
  day: string;
  /** `long`: the whole of it in words; `plain`: day and month, said to be lunar. */
  as?: 'short' | 'plain' | 'long';
};

const WORDS = { short: shortLunar, plain: plainLunar, long: lunarWords };

/** CL-140: the lunar day beside a day, where it is wanted. */
export function LunarDate({ day, as = 'short' }: Props) {
  const spoken = useTranslation();
  const isShown = useLunarShown();
  const lunar = isShown ? lunarOf(day) : null;
  if (!lunar) return null;
  return (
    <small
      className={styles.lunar}
      data-lunar
      data-first={lunar.day === 1 || undefined}
      data-tet={(lunar.day === 1 && lunar.month === 1 && !lunar.leap) || undefined}
      aria-hidden={as === 'short' || undefined}
    >
      {WORDS[as](lunar, spoken)}
    </small>
  );
}

/** For a screen reader: the day in words, with the lunar one where it is shown. */
export function useSpokenDay(): (words: string, day: string) => string {
  const spoken = useTranslation();
  const isShown = useLunarShown();
  return (words, day) => {
    const lunar = isShown ? lunarOf(day) : null;
    return lunar ? `${words}, ${lunarWords(lunar, spoken)}` : words;
  };
}
