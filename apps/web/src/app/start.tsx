import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { loadClientConfig } from '../lib/client-config.ts';
import { reportUnhandledErrors } from '../lib/error-log.ts';
import { createRouter } from './router.tsx';

reportUnhandledErrors();
void loadClientConfig();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const router = createRouter();

/** Draws the app once the first route's code is there: before that there would be nothing to see. */
function draw(): void {
  if (!router.state.initialized) return;
  stopWaiting();
  createRoot(root as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
const stopWaiting = router.subscribe(draw);
draw();
