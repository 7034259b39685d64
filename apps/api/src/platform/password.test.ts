import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, setPasswordCost, verifyPassword } from './password.ts';

/** Threads that hash at the same time, at most. */
const MOST_WORKERS = 4;

beforeAll(() => setPasswordCost(4));
afterAll(() => setPasswordCost(12));

describe('a password', () => {
  it('matches its own hash only', async () => {
    const hash = await hashPassword('Demo1234');
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(await verifyPassword('Demo1234', hash)).toBe(true);
    expect(await verifyPassword('demo1234', hash)).toBe(false);
    expect(await hashPassword('Demo1234')).not.toBe(hash);
  });

  it('matches nothing where there is no hash, after work all the same', async () => {
    setPasswordCost(10);
    const started = performance.now();
    expect(await verifyPassword('Demo1234', null)).toBe(false);
    // Cost 10 takes tens of milliseconds anywhere; no comparison takes none.
    expect(performance.now() - started).toBeGreaterThan(10);
    setPasswordCost(4);
  });

  it('of more than 72 bytes is neither hashed nor taken for its beginning', async () => {
    const longest = 'A1'.repeat(36);
    const hash = await hashPassword(longest);
    expect(await verifyPassword(longest, hash)).toBe(true);
    expect(await verifyPassword(`${longest}x`, hash)).toBe(false);
    await expect(hashPassword(`${longest}x`)).rejects.toThrow('72 bytes');
  });

  it('is hashed off the event loop', async () => {
    setPasswordCost(11);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await hashPassword('Demo1234');
    clearInterval(timer);
    setPasswordCost(4);
    expect(ticks).toBeGreaterThan(3);
  });

  it('is refused with 503 rather than kept waiting behind hundreds', async () => {
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => hashPassword('Demo1234')));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'busy' } });
    await expect(hashPassword('Demo1234')).resolves.toBeTruthy();
  });

  it('waits for few of an address that sends 50, and these get the answer 503 at once', async () => {
    setPasswordCost(8);
    const done: string[] = [];
    const note = (name: string) => (work: Promise<unknown>) =>
      work.then(
        () => done.push(name),
        (error: { status?: number }) => done.push(`${name} ${error.status}`),
      );
    const junk = Array.from({ length: 50 }, () => note('junk')(verifyPassword('Junk1234', null, 'storm')));
    const right = note('right')(verifyPassword('Demo1234', null, 'member'));
    await Promise.all([...junk, right]);
    setPasswordCost(4);
    const hashed = done.filter((name) => !name.includes('503'));
    // Those under way in the worker threads and one of the storm's turn come before it.
    expect(hashed.indexOf('right')).toBeLessThanOrEqual(MOST_WORKERS + 1);
    expect(done.filter((name) => name === 'junk 503').length).toBeGreaterThanOrEqual(50 - 8 - MOST_WORKERS);
    expect(done.indexOf('junk')).toBeGreaterThan(done.lastIndexOf('junk 503'));
  });

  it('of a broken hash rejects and leaves the others alone', async () => {
    await expect(verifyPassword('Demo1234', 'no hash')).resolves.toBe(false);
    await expect(hashPassword('Demo1234')).resolves.toBeTruthy();
  });
});
