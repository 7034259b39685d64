import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { queryClientOf, resetQueryClient } from './query-client.ts';

afterEach(resetQueryClient);

const refused = (status: number) =>
  new Problem({ status, code: 'refused', title: 'Refused', detail: 'Not yours' });

it.each([
  [403, [undefined, undefined]],
  [404, [undefined, 'other rows']],
  [500, ['rows', 'other rows']],
] as const)('after %i no data is shown that may no longer be read', async (status, [own, other]) => {
  const client = queryClientOf('clerk@grace.test');
  let answer = (): Promise<string> => Promise.resolve('rows');
  const observer = new QueryObserver(client, { queryKey: ['rows'], queryFn: () => answer(), retry: false });
  const stop = observer.subscribe(() => undefined);
  client.setQueryData(['other'], 'other rows');
  await observer.refetch();
  expect(observer.getCurrentResult().data).toBe('rows');
  answer = () => Promise.reject(refused(status));
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: own });
  expect(client.getQueryData(['other'])).toBe(other);
  stop();
});
