import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { serveWeb } from './web.ts';

const webDir = mkdtempSync(path.join(tmpdir(), 'kinfold-web-'));
afterAll(() => rmSync(webDir, { recursive: true }));

const shared = { file: 'assets/shared.js' };
const manifest = {
  '_shared.js': shared,
  '_member.js': { file: 'assets/member.js', imports: ['_shared.js'], css: ['assets/member.css'] },
  'src/app/start.ts': { file: 'assets/start.js', imports: ['_shared.js'] },
  'src/app/draw.tsx': { file: 'assets/draw.js', imports: ['_shared.js'] },
  'src/app/member-area.tsx': { file: 'assets/area.js', imports: ['_member.js'] },
  'src/app/pages/overview-page.tsx': { file: 'assets/overview.js', imports: ['_member.js', '_shared.js'] },
  'src/app/pages/sign-in-page.tsx': { file: 'assets/sign-in.js' },
  'src/app/pages/landing-page.tsx': { file: 'assets/landing.js' },
};

/** Builds a web of these files and gives what asks it. */
function webOf(files: object) {
  mkdirSync(path.join(webDir, '.vite'), { recursive: true });
  writeFileSync(path.join(webDir, '.vite/manifest.json'), JSON.stringify(files));
  writeFileSync(
    path.join(webDir, 'index.html'),
    '<head><link rel="modulepreload" href="/assets/shared.js"></head>',
  );
  return supertest(express().use(serveWeb(webDir)));
}

const named = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);

describe('the page of an address', () => {
  it.each([
    [
      '/my/overview',
      [
        '/assets/shared.js',
        '/assets/start.js',
        '/assets/area.js',
        '/assets/member.js',
        '/assets/member.css',
        '/assets/overview.js',
        '/assets/draw.js',
      ],
    ],
    [
      '/sign-in?returnTo=%2Fdonate',
      ['/assets/shared.js', '/assets/start.js', '/assets/sign-in.js', '/assets/draw.js'],
    ],
    ['/my/profile', ['/assets/shared.js', '/assets/start.js', '/assets/draw.js']],
    ['/no/such/page', ['/assets/shared.js', '/assets/start.js', '/assets/draw.js']],
  ])('%s names every file that its route needs, once', async (address, files) => {
    const { status, text, headers } = await webOf(manifest).get(address).set('Accept', 'text/html');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(named(text)).toEqual(files);
  });

  it('is not sent again while it is the same', async () => {
    const web = webOf(manifest);
    const { headers } = await web.get('/my/overview').set('Accept', 'text/html');
    const again = await web
      .get('/my/overview')
      .set({ Accept: 'text/html', 'If-None-Match': headers['etag'] ?? '' });
    expect(again.status).toBe(304);
  });

  it('stops a server whose web lacks a page', () => {
    expect(() => webOf({ '_shared.js': shared })).toThrow('The built web has no src/app/start.ts.');
  });
});
