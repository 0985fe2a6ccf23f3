import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './lunar-date.module.css';
import { lunarOf, lunarWords, shortLunar, useLunarShown } from './lunar-days.ts';

type Props = { day: string /** The whole of it in words. */; long?: boolean };

/** CL-140: the lunar day beside a day, where it is wanted. */
export function LunarDate({ day, long = false }: Props) {
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
      aria-hidden={!long || undefined}
    >
      {long ? lunarWords(lunar, spoken) : shortLunar(lunar, spoken)}
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
