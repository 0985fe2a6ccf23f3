import styles from './dialogs.module.css';

/** The people or files that a question is about. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
