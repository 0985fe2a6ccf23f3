import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chooseLanguage } from './chosen-language.ts';
import styles from './sign-in-page.module.css';

/** The language links below the form. */
export function LanguageChoice() {
  const { t, language } = useTranslation();
  return (
    <nav className={styles.languages} aria-label={t('signIn.language')}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => chooseLanguage(each)}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </nav>
  );
}
