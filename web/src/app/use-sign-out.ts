import { useNavigate } from 'react-router';
import { useSession } from './session-context.ts';

export function useSignOut(): () => Promise<void> {
  const session = useSession();
  const navigate = useNavigate();
  return async () => {
    await session.signOut();
    await navigate('/login');
  };
}
