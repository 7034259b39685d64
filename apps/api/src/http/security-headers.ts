import helmet from 'helmet';
import type { RequestHandler } from 'express';
import type { Config } from '../platform/config.ts';

/** The sources that the card provider's guide requires; its sandbox has all on one origin. */
function providerSources(scriptUrl: string) {
  const origin = new URL(scriptUrl).origin;
  if (origin !== 'https://js.stripe.com')
    return { scripts: [origin], frames: [origin], connections: [origin], images: [], styleAttributes: [] };
  const own = [origin, 'https://*.js.stripe.com'];
  return {
    scripts: own,
    frames: [...own, 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
    images: ['https://*.stripe.com'],
    // Its script writes style attributes on the frames that it puts into our pages.
    styleAttributes: ["'unsafe-inline'"],
  };
}

/** Browser features that no page of ours uses. */
const UNUSED_FEATURES = [
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'geolocation',
  ],
  ...['gyroscope', 'hid', 'idle-detection', 'magnetometer', 'microphone', 'midi', 'picture-in-picture'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'sync-xhr', 'usb', 'xr-spatial-tracking'],
];

/** The headers of pages and answers: allow our own files, the card provider's script, frames and API, and nothing else. */
export function securityHeaders(config: Config): RequestHandler[] {
  const { scripts, frames, connections, images, styleAttributes } = providerSources(config.STRIPE_SCRIPT_URL);
  const isHttps = config.APP_URL.startsWith('https://');
  const allowed = ['self', ...frames.map((source) => `"${source}"`)].join(' ');
  const permissions = [`payment=(${allowed})`, ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(', ');
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'self'"],
          'base-uri': ["'self'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
          'object-src': ["'none'"],
          'script-src': ["'self'", ...scripts],
          'script-src-attr': ["'none'"],
          ...(styleAttributes.length && { 'style-src-attr': styleAttributes }),
          'img-src': ["'self'", 'data:', ...images],
          'frame-src': ["'self'", ...frames],
          'connect-src': ["'self'", ...connections],
          // On plain http at localhost an upgrade would break every request.
          'upgrade-insecure-requests': isHttps ? [] : null,
        },
      },
      strictTransportSecurity: isHttps,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
    (_request, response, next) => {
      response.set('Permissions-Policy', permissions);
      next();
    },
  ];
}
