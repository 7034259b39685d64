import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz } from '../test/fuzz/fuzz.ts';
import { startApi, type Api } from '../test/harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('answers whatever comes below 500, and names the field that it refuses (`npm run fuzz` asks more)', async () => {
  expect(await fuzz(api, { seed: 1, runs: 600 })).toEqual([]);
});
