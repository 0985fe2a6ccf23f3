import styles from './dialogs.module.css';

/** Whom or what a question is about. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
