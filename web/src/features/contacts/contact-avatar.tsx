import { PersonAvatar } from '../../parts/avatars/person-avatar.tsx';
import styles from './contact-avatar.module.css';

type Props = { contact: { name: string; email: string; photo: string | null }; large?: boolean };

/** The picture on the card; otherwise as mail shows the person. */
export function ContactAvatar({ contact: { name, email, photo }, large = false }: Props) {
  if (photo !== null) {
    const size = large ? 88 : 40;
    return (
      <img
        className={`${styles.photo} ${large ? styles.large : ''}`}
        src={`${photo}?width=${large ? 256 : 96}`}
        alt=""
        width={size}
        height={size}
        loading="lazy"
      />
    );
  }
  return (
    <span className={`${styles.initial} ${large ? styles.large : ''}`}>
      {/* A colour of its own for whoever has no address. */}
      <PersonAvatar person={{ name, email: email || name }} proven />
    </span>
  );
}
