import { AccountHome } from '../../features/account/account-home.tsx';
import { useSignOut } from '../session/use-sign-out.ts';

export function AccountHomePage() {
  const signOut = useSignOut();
  return <AccountHome onSignOut={() => void signOut()} />;
}
