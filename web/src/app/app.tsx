import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { AppearanceProvider } from '../ui/appearance-context.tsx';
import type { createRouter } from './router.tsx';
import type { Session } from './session.ts';
import { SessionContext } from './session-context.ts';

type Props = { session: Session; router: ReturnType<typeof createRouter> };

export function App({ session, router }: Props) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } }),
  );
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <AppearanceProvider>
          {/* A click is answered at once: a transition would wait for its turn. */}
          <RouterProvider router={router} useTransitions={false} />
        </AppearanceProvider>
      </QueryClientProvider>
    </SessionContext>
  );
}
