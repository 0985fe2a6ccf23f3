import { AccountHome } from '../../features/account/account-home.tsx';
import { useSignOut } from '../boot/use-sign-out.ts';

export function AccountHomePage() {
  const signOut = useSignOut();
  return <AccountHome onSignOut={() => void signOut()} />;
}
