/** Access tokens: JWTs (HS256) of 15 minutes with the claims of the HTTP contract and those of their session. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { ACCESS_TOKEN_SECONDS, SESSION_HOURS } from '@kinfold/domain/constants';
import { AccessClaims } from '@kinfold/domain/identity';
import type { RoleAssignment } from '@kinfold/domain/permission';

/** The authenticated caller: user, member (null when not linked), organization, email, and session. */
export type Actor = {
  userId: string;
  memberId: string | null;
  organizationNumber: string | null;
  email: string;
  sessionId: string;
  /** When they last gave their password in this session; undefined in tokens from before this was kept. */
  signedInDt?: Date | undefined;
  /** The time of the request, from which anything that ends then has ended. */
  askedDt: Date;
  /** The role that they view as, instead of their own ('View as'); only reads have one, and policies check it. */
  viewAs?: RoleAssignment;
};

/** The claims of a valid access token. `sessions.ts` checks whether its session is still active. */
export type AccessToken = Omit<Actor, 'askedDt' | 'viewAs'> & { sessionEpoch: number };

/**
 * `sid` is the session, `epoch` the user's `sessionEpoch` when the token was signed, `auth_time` when the session began. A
 * token without `exp` is refused.
 */
const Claims = z.extend(AccessClaims, {
  sid: z.string(),
  epoch: z.number(),
  exp: z.number(),
  auth_time: z.optional(z.number()),
});
type Signed = Omit<z.infer<typeof Claims>, 'exp' | 'auth_time'>;

/** Signs and verifies access tokens with one key. */
export type AccessTokens = {
  /** A token of 15 minutes, or less when its session ends before that; without a session's end, of one that begins now. */
  sign(claims: Signed, now: Date, sessionEndDt?: Date): string;
  /** The claims of a token; undefined when it is invalid or expired. */
  verify(token: string, now: Date): AccessToken | undefined;
};

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** The lifetime in seconds of an access token that is signed now: never longer than its session. */
export function accessTokenSeconds(now: Date, sessionEndDt: Date): number {
  return Math.min(ACCESS_TOKEN_SECONDS, seconds(sessionEndDt) - seconds(now));
}

/**
 * Access tokens over a secret of at least 32 characters. Tokens signed with `previousSecret` are accepted too, so that
 * nobody is interrupted when the secret is changed.
 */
export function createAccessTokens(secret: string, previousSecret?: string): AccessTokens {
  // A KeyObject: with a string, jsonwebtoken derives the key again at each call.
  const key: KeyObject = createSecretKey(Buffer.from(secret));
  const previousKey = previousSecret === undefined ? undefined : createSecretKey(Buffer.from(previousSecret));
  const payloadOf = (token: string, now: Date): unknown => {
    const options: jwt.VerifyOptions = { algorithms: ['HS256'], clockTimestamp: seconds(now) };
    try {
      return jwt.verify(token, key, options);
    } catch (error) {
      if (!previousKey) throw error;
      return jwt.verify(token, previousKey, options);
    }
  };
  return {
    sign(claims, now, sessionEndDt) {
      const iat = seconds(now);
      const life = sessionEndDt ? accessTokenSeconds(now, sessionEndDt) : ACCESS_TOKEN_SECONDS;
      const auth_time = sessionEndDt ? seconds(sessionEndDt) - SESSION_HOURS * 3_600 : iat;
      return jwt.sign({ ...claims, auth_time, iat, exp: iat + life }, key, { algorithm: 'HS256' });
    },
    verify(token, now) {
      try {
        const claims = z.safeParse(Claims, payloadOf(token, now));
        if (!claims.success) return undefined;
        const { sub, mid, oid, email, sid, epoch, auth_time } = claims.data;
        return {
          userId: sub,
          memberId: mid,
          organizationNumber: oid,
          email,
          sessionId: sid,
          sessionEpoch: epoch,
          signedInDt: auth_time === undefined ? undefined : new Date(auth_time * 1000),
        };
      } catch {
        return undefined;
      }
    },
  };
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
