import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { useCall } from './use-call.ts';

const refuse = (detail: string) => () => Promise.reject(new Problem({ detail }));

it('runs one call at a time, even at the same moment', async () => {
  const { result } = renderHook(() => useCall());
  const done: string[] = [];
  let doAnswer = () => {};
  const answer = new Promise<void>((resolve) => (doAnswer = resolve));
  const { call } = result.current;
  let both: Promise<boolean[]> = Promise.resolve([]);
  act(() => {
    both = Promise.all([
      call(() => answer.then(() => done.push('first'))),
      call(async () => void done.push('second')),
    ]);
  });
  expect(result.current.isBusy).toBe(true);
  await act(async () => {
    doAnswer();
    expect(await both).toEqual([true, false]);
  });
  expect(done).toEqual(['first']);
  expect(result.current.isBusy).toBe(false);
});

it('says why it failed until the next call, and counts the failures', async () => {
  const { result } = renderHook(() => useCall());
  const failureAfter = async (work: () => Promise<unknown>) => {
    await act(async () => void (await result.current.call(work)));
    return result.current.failure;
  };
  expect(await failureAfter(refuse('Closed'))).toMatchObject({ problem: { detail: 'Closed' }, attempt: 1 });
  expect(await failureAfter(() => Promise.resolve())).toBeUndefined();
  expect(await failureAfter(refuse('Closed'))).toMatchObject({ attempt: 2 });
  act(() => result.current.forget());
  expect(result.current.failure).toBeUndefined();
  expect(await failureAfter(refuse('Closed'))).toMatchObject({ attempt: 3 });
});
