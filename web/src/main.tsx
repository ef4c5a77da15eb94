import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries.ts';
import { watchSession } from './api/session.ts';
import { createRoutes } from './routes.tsx';
import './theme.css';
import { keptTheme, showTheme } from './ui/theme.ts';

showTheme(keptTheme());
const queries = createQueries();
const router = createRoutes(queries);
watchSession(queries, () => {
  const { pathname, href } = router.state.location;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { to: href, error: 'session_ended' } });
});
const place = document.getElementById('page');
if (place === null) throw new Error('index.html has no place for the page');

createRoot(place).render(
  <StrictMode>
    {/* The server's Content-Security-Policy allows only style sheets from its own origin. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
