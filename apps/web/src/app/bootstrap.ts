import { loadClientConfig } from '../lib/client-config.ts';
import { reportUnhandledErrors } from '../lib/error-log.ts';
import { createRouter } from './router.tsx';

reportUnhandledErrors();
void loadClientConfig();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// `main.ts` requests it too, after a delay. Meanwhile the router loads the first route and its data.
const rendering = import('./render.tsx');
const router = createRouter();
await new Promise<void>((resolve) => {
  const look = () => {
    if (router.state.initialized) resolve();
  };
  router.subscribe(look);
  look();
});
// Rendered once, when the first route has loaded: there is nothing to show earlier.
(await rendering).renderApp(root, router);
