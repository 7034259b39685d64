import { loadClientConfig } from '../lib/client-config.ts';
import { reportUnhandledErrors } from '../lib/error-log.ts';
import { createRouter } from './router.tsx';

reportUnhandledErrors();
void loadClientConfig();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Asked for by `main.ts` before, on a slow line. While it is on its way, the router fetches and asks what it needs.
const rendering = import('./render.tsx');
const router = createRouter();
await new Promise<void>((resolve) => {
  const look = () => {
    if (router.state.initialized) resolve();
  };
  router.subscribe(look);
  look();
});
// Drawn once: before the first route's code is there, there would be nothing to see.
(await rendering).renderApp(root, router);
