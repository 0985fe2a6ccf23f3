import type { User } from '@bocau/contract/account.ts';
import { useState } from 'react';
import { initialOf } from '../addresses/initial.ts';
import styles from './own-picture.module.css';

/** Who is signed in: their picture, or the initial while there is none that can be shown. */
export function OwnPicture({ user, large = false }: { user: User; large?: boolean }) {
  const [failed, setFailed] = useState<string>();
  const address = user.avatar && (large ? `${user.avatar}?width=256` : user.avatar);
  return (
    <span className={styles.picture} data-large={large || undefined}>
      {address && address !== failed ? (
        <img src={address} alt="" onError={() => setFailed(address)} />
      ) : (
        initialOf(user.fullname || user.email)
      )}
    </span>
  );
}
