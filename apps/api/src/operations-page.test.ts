/** What docs/operations.md asks operators to set up is what the program uses. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_EVENTS, HANDLED_EVENTS } from './modules/money/charges/webhook.service.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');

/** The names of the list between a mark and the next. */
function listAfter(mark: string): string[] {
  const [, after = ''] = page.split(`<!-- ${mark} -->`);
  const [list = ''] = after.split('<!-- end -->');
  return [...list.matchAll(/^\s*- `([^`]+)`$/gm)].map(([, name = '']) => name);
}

describe('docs/operations.md', () => {
  it('names exactly the webhook events that are used', () => {
    expect(listAfter('webhook events: account').toSorted()).toEqual([...HANDLED_EVENTS].toSorted());
    const ofConnected = listAfter('webhook events: connected accounts');
    expect(ofConnected.toSorted()).toEqual([...ACCOUNT_EVENTS].toSorted());
  });

  it('names settings that there are', () => {
    const example = readFileSync(path.join(root, '.env.example'), 'utf8');
    const settings = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name);
    expect(settings.length).toBeGreaterThan(10);
    for (const name of settings) expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
  });
});
