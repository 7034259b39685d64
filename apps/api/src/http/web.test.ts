import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PORTAL } from '@kinfold/domain/portal';
import { serveWeb } from './web.ts';

const DEFAULT = { ...DEFAULT_PORTAL, color: null, logo: null };
const webDir = mkdtempSync(path.join(tmpdir(), 'kinfold-web-'));
beforeAll(() => {
  mkdirSync(path.join(webDir, 'my'));
  for (const file of [
    'index.html',
    '200.html',
    'sign-in.html',
    'my/overview.html',
    'donate.html',
    'icon.svg',
    '.secret',
  ])
    writeFileSync(path.join(webDir, file), file);
});
afterAll(() => rmSync(webDir, { recursive: true }));

const get = (address: string) =>
  supertest(express().use(serveWeb(webDir, DEFAULT)))
    .get(address)
    .set('Accept', 'text/html');

describe('the page of an address', () => {
  it.each([
    ['/', 'index.html'],
    ['/my/overview', 'my/overview.html'],
    ['/sign-in?returnTo=%2Fdonate', 'sign-in.html'],
    ['/donate', 'donate.html'],
    ['/member/5f00c3/membership/5f00c4/donate', 'donate.html'],
    ['/donate/review', '200.html'],
    ['/my', '200.html'],
    ['/my/profile', '200.html'],
    ['/no/such/page', '200.html'],
    ['/.secret', '200.html'],
    ['/..%2f.secret', '200.html'],
  ])('%s is %s, and is revalidated each time', async (address, file) => {
    const { status, text, headers } = await get(address);
    expect([status, text, headers['content-type']]).toEqual([200, file, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it.each(['/my/overview', '/my/profile'])('%s is not sent again while it is the same', async (address) => {
    const { headers } = await get(address);
    const again = await get(address).set('If-None-Match', headers['etag'] ?? '');
    expect(again.status).toBe(304);
  });

  it('is not sent to clients that do not accept HTML', async () => {
    const { status } = await get('/my/profile').set('Accept', 'application/json');
    expect(status).toBe(404);
  });
});

it('stops a server whose web was not built whole', () => {
  expect(() => serveWeb(path.join(webDir, 'my'), DEFAULT)).toThrow('The built web has no 200.html.');
});
