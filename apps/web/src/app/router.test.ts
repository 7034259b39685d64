import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { routes } from './router.tsx';

const fixed = Object.values(paths)
  .map(({ path }) => path as string)
  .filter((path) => !path.includes(':'));

it.each(fixed)('%s is never taken for another page’s parameter', (path) => {
  const { route } = matchRoutes(routes, path)?.at(-1) ?? {};
  expect([path, '*']).toContain(route?.path);
});
