import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

/** Returns a route whose code is loaded on its first visit. */
export const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});
