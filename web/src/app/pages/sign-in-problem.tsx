import styles from './sign-in-page.module.css';

/** Why a sign-in did not succeed; not an error when the user cancelled it. */
export function SignInProblem({ text, isFault }: { text: string; isFault: boolean }) {
  return (
    <p role={isFault ? 'alert' : 'status'} className={isFault ? styles.problem : styles.lead}>
      {text}
    </p>
  );
}
