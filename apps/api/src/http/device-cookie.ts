/** Identifies the caller of a request: its address, and the browser's mark, a cookie. */
import { DEVICE_DAYS } from '@kinfold/domain/constants';
import { DAY_MS } from '@kinfold/domain/dates';
import type { Context } from './endpoint.ts';
import { findDevice } from '../modules/identity/users/device.service.ts';
import type { Caller } from '../modules/identity/users/identity-limits.ts';

type Request = Pick<Context, 'deps' | 'request' | 'response' | 'now'>;

const isHttps = ({ deps }: Request) => deps.config.APP_URL.startsWith('https://');
/** Under https, no other host of the domain can set a `__Host-` cookie. */
const nameOf = (context: Request) => (isHttps(context) ? '__Host-kinfold-device' : 'kinfold-device');

/** Returns the caller of a request. */
export async function callerOf(context: Request): Promise<Caller> {
  const prefix = `${nameOf(context)}=`;
  const cookie = (context.request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(prefix));
  const device = await findDevice(cookie?.slice(prefix.length), context.now);
  return { ip: context.request.ip, device };
}

/** Sets the browser's mark as a cookie that only our own pages send and scripts cannot read. */
export function keepMark(context: Request, mark: string): void {
  context.response.cookie(nameOf(context), mark, {
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(context),
    path: '/',
    maxAge: DEVICE_DAYS * DAY_MS,
  });
}
