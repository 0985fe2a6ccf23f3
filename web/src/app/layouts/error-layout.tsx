import { Outlet } from '../../router/router.tsx';
import styles from './error-layout.module.css';

export function ErrorLayout() {
  return (
    <main className={styles.page}>
      <Outlet />
    </main>
  );
}
