import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import type { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** The whole app, at the address of its router. */
export function App({ router }: { router: Router }) {
  return (
    <RouterProvider
      router={router}
      flushSync={(update) => {
        flushSync(update);
        return undefined;
      }}
    />
  );
}

/** Draws the app into its element. */
export function draw(root: HTMLElement, router: Router): void {
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
