import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** The app under its router. */
export function App({ router }: { router: Router }) {
  return <RouterProvider router={router} />;
}

/** Renders the app into the root element. */
export function renderApp(root: HTMLElement, router: Router): void {
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
