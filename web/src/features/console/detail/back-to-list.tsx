import { IconArrowLeft } from '@tabler/icons-react';
import { isPlainClick, Link, useLocation, useNavigate } from '../../../router/router.tsx';
import styles from './detail-page.module.css';

/** Goes back in history if the user came from the list, which is then as they left it. */
export function BackToList({ to, words }: { to: string; words: string }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { list = null } = (state ?? {}) as { list?: string };
  return (
    <Link
      to={list ?? to}
      className={styles.back}
      onClick={(event) => {
        if (list === null || !isPlainClick(event)) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
      {words}
    </Link>
  );
}
