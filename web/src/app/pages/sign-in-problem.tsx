import styles from './sign-in-page.module.css';

/** Why a sign-in went no further; no fault where the person left it. */
export function SignInProblem({ text, isFault }: { text: string; isFault: boolean }) {
  return (
    <p role={isFault ? 'alert' : 'status'} className={isFault ? styles.problem : styles.lead}>
      {text}
    </p>
  );
}
