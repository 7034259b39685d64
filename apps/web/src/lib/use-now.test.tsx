import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stopTime } from '../test/render.tsx';
import { useNow } from './use-now.ts';

function Now() {
  return useNow().toISOString();
}

it('stays the same all day, and changes after midnight', () => {
  stopTime();
  vi.setSystemTime('2026-11-25T23:50:00Z');
  render(<Now />);
  act(() => void vi.advanceTimersByTime(8 * 60_000));
  expect(screen.getByText('2026-11-25T23:50:00.000Z')).toBeVisible();
  act(() => void vi.advanceTimersByTime(3 * 60_000));
  expect(screen.getByText(/^2026-11-26T00:0/)).toBeVisible();
});

it('changes when a tab becomes visible on the next day', () => {
  stopTime();
  vi.setSystemTime('2026-11-25T23:50:00Z');
  render(<Now />);
  vi.setSystemTime('2026-11-26T08:00:00Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('2026-11-26T08:00:00.000Z')).toBeVisible();
});
