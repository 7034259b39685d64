import { createMemoryRouter, matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { patchRoutesOnNavigation, routes } from './router.tsx';

const fixed = Object.values(paths)
  .map(({ path }) => path as string)
  .filter((path) => !path.includes(':'));

it.each(fixed)('%s is never matched as another page’s parameter', async (path) => {
  const router = createMemoryRouter(routes, { initialEntries: ['/terms'], patchRoutesOnNavigation });
  await router.navigate(path);
  const { route } = matchRoutes(router.routes, path)?.at(-1) ?? {};
  expect([path, '*']).toContain(route?.path);
  router.dispose();
});

it('each page has one route', async () => {
  const router = createMemoryRouter(routes, { initialEntries: ['/terms'], patchRoutesOnNavigation });
  await router.navigate(paths.staff.path);
  const found = Object.values(paths).map(
    ({ path }) => matchRoutes(router.routes, path.replaceAll(/:\w+/g, '1'))?.at(-1)?.route.path,
  );
  expect(found).toEqual(Object.values(paths).map(({ path }) => path));
  router.dispose();
});
