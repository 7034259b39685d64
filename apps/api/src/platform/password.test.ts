import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, setPasswordCost, verifyPassword } from './password.ts';

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

  it('of a broken hash rejects and leaves the others alone', async () => {
    await expect(verifyPassword('Demo1234', 'no hash')).resolves.toBe(false);
    await expect(hashPassword('Demo1234')).resolves.toBeTruthy();
  });
});
