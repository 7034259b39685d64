/** A customized portal: its pages, pictures and mails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_PORTAL } from '@kinfold/domain/portal';
import { readConfig } from '../platform/config.ts';
import { colorsOf, contrastOf } from '../platform/colors.ts';
import { mailOf } from '../platform/mail-layout.ts';
import { portalName, portalOf, setPortal } from '../platform/portal.ts';
import { servePortal, serveWeb } from './web.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-portal-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => setPortal({ name: DEFAULT_PORTAL.name, color: null }));

const file = (name: string, text: string) => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};
const PAGE =
  '<html><head><link rel="icon" href="/favicon.svg" /><title>Kinfold</title></head><body><noscript>Kinfold needs JavaScript.</noscript></body></html>';
file('200.html', PAGE);
file(
  'manifest.webmanifest',
  JSON.stringify({ name: 'Kinfold', short_name: 'Kinfold', icons: [], lang: 'en' }),
);
const LOGO = file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

const NEEDED = {
  MONGODB_URI: 'mongodb://localhost/x',
  JWT_SECRET: 'x'.repeat(40),
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://localhost',
};
const portalWith = (settings: Record<string, string>) => portalOf(readConfig({ ...NEEDED, ...settings }));
const OWN = {
  PORTAL_NAME: 'Edir & Co "Selam"',
  PORTAL_COLOR: '#22567F',
  PORTAL_LOGO: LOGO,
  PORTAL_LEGAL_ENTITY: 'Selam Edir Association',
  PORTAL_TERMS: file('terms.txt', 'First\nline.\n\nSecond.\n'),
};
const ask = (settings: Record<string, string>, address: string) => {
  const portal = portalWith(settings);
  return supertest(express().use(servePortal(portal, folder), serveWeb(folder, portal)))
    .get(address)
    .set('Accept', 'text/html');
};

describe('a portal without settings', () => {
  it('is what the specification says', async () => {
    const { logo, color, ...portal } = portalWith({});
    expect([portal, logo, color]).toEqual([DEFAULT_PORTAL, null, null]);
    expect((await ask({}, '/')).text).toBe(PAGE);
    expect((await ask({}, '/portal/logo')).text).not.toContain('svg');
    expect((await ask({}, '/manifest.webmanifest')).body).toMatchObject({ name: 'Kinfold', lang: 'en' });
  });
});

describe('a portal of one\u2019s own', () => {
  it('has its name, texts and colours in every page, escaped', async () => {
    const { text } = await ask(OWN, '/sign-in');
    expect(text).toContain('<title>Edir &#38; Co &#34;Selam&#34;</title>');
    expect(text).not.toContain('Kinfold needs');
    expect(text).toContain('<link rel="stylesheet" href="/portal/colors.css">');
    expect(text).toContain('href="/portal/logo" type="image/svg+xml"');
    const content = /<meta name="portal" content="([^"]*)">/.exec(text)?.[1] ?? '';
    const json = content.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
    expect(JSON.parse(json)).toMatchObject({
      name: OWN.PORTAL_NAME,
      // What the specification says of its own portal does not apply to this one.
      landing: null,
      hasLogo: true,
      legalEntity: 'Selam Edir Association',
      terms: ['First line.', 'Second.'],
    });
  });

  it('serves its logo as a picture in which no script runs, its colours and its manifest', async () => {
    const logo = await ask(OWN, '/portal/logo');
    expect(logo.headers['content-type']).toBe('image/svg+xml');
    expect(logo.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await ask(OWN, '/portal/colors.css')).text).toMatch(/^:root\{--kf-primary:#22567f;/);
    expect((await ask(OWN, '/manifest.webmanifest')).body).toMatchObject({
      name: OWN.PORTAL_NAME,
      short_name: OWN.PORTAL_NAME,
      icons: [{ src: '/portal/logo' }],
    });
  });

  it('signs its mails with its name, in its colour', () => {
    setPortal(portalWith(OWN));
    expect(portalName()).toBe(OWN.PORTAL_NAME);
    const mail = mailOf('a@b.test', {
      title: 'Receipt',
      paragraphs: ['Thank you.'],
      action: { label: 'Open', url: 'https://x.test' },
    });
    expect(mail.text).toMatch(/Edir & Co "Selam"\n$/);
    expect(mail.html).toContain('Edir &#38; Co &#34;Selam&#34;');
    expect(mail.html).toContain('background:#22567f;');
    expect(mail.text + mail.html).not.toContain('Kinfold');
  });

  it.each([
    [{ PORTAL_COLOR: '#ffcc00' }, /PORTAL_COLOR is too light/],
    [{ PORTAL_COLOR: 'blue' }, /PORTAL_COLOR is a colour such as/],
    [{ PORTAL_NAME: 'x'.repeat(41) }, /PORTAL_NAME has at most 40/],
    [{ PORTAL_LOGO: '/no/such.svg' }, /PORTAL_LOGO names a file that cannot be read/],
    [{ PORTAL_LOGO: 'logo.exe' }, /PORTAL_LOGO is a file/],
    [{ PORTAL_TERMS: '/no/such.txt' }, /PORTAL_TERMS names a file/],
  ])('is refused with %o', (settings, why) => {
    expect(() => portalWith(settings as Record<string, string>)).toThrow(why);
  });

  it.each(['#22567f', '#000000', '#7a0019', '#1c5d57', '#4b0082'])(
    '%s is readable in both schemes',
    (color) => {
      const { light, dark } = colorsOf(color);
      expect(contrastOf(light.primary, '#faf7f2')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(light.primary, light['on-primary'])).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(dark.primary, '#1c2220')).toBeGreaterThanOrEqual(5.7);
      expect(contrastOf(dark.primary, dark['on-primary'])).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(light.primary, light['primary-tint'])).toBeGreaterThanOrEqual(4.5);
    },
  );
});
