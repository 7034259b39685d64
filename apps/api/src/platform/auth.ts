/** Access tokens: signed, 15 minutes, claims sub, mid, oid, email (decisions.md "Identity"). */
import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod/v4/core';
import { ACCESS_TOKEN_SECONDS } from '@kinfold/domain/constants';
import { AccessClaims } from '@kinfold/domain/identity';

/** Who is asking: user, member (null when not linked), organization, e-mail. */
export type Actor = {
  userId: string;
  memberId: string | null;
  organizationNumber: string | null;
  email: string;
};

/** Signs and verifies access tokens with one key. */
export type AccessTokens = {
  sign(claims: AccessClaims, now: Date): string;
  /** The actor of a token; undefined when it is bad or expired. */
  verify(token: string, now: Date): Actor | undefined;
};

/** Access tokens over a secret of at least 32 characters. */
export function createAccessTokens(secret: string): AccessTokens {
  // A KeyObject: with a string, jsonwebtoken derives the key again at each call.
  const key: KeyObject = createSecretKey(Buffer.from(secret));
  return {
    sign(claims, now) {
      const iat = Math.floor(now.getTime() / 1000);
      return jwt.sign({ ...claims, iat, exp: iat + ACCESS_TOKEN_SECONDS }, key, { algorithm: 'HS256' });
    },
    verify(token, now) {
      try {
        const payload = jwt.verify(token, key, {
          algorithms: ['HS256'],
          clockTimestamp: Math.floor(now.getTime() / 1000),
        });
        const claims = z.safeParse(AccessClaims, payload);
        if (!claims.success) return undefined;
        const { sub, mid, oid, email } = claims.data;
        return { userId: sub, memberId: mid, organizationNumber: oid, email };
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
