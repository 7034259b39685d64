import type * as z from 'zod/v4/core';
import type { RefreshAnswer, TokenAnswer } from '@kinfold/domain/identity';

/** The tokens of a session; `expiresIn` is that of the access token, in seconds. */
export type IssuedTokens = { userToken: string; accessToken: string; expiresIn: number };

/** The tokens of a new session on the wire. */
export function presentTokens({ userToken, accessToken, expiresIn }: IssuedTokens): TokenAnswer {
  return { access_token: accessToken, user_token: userToken, token_type: 'Bearer', expires_in: expiresIn };
}

/** The next tokens of a session on the wire. */
export function presentRefreshedTokens({
  userToken,
  accessToken,
  expiresIn,
}: IssuedTokens): z.output<typeof RefreshAnswer> {
  return { token: userToken, access_token: accessToken, expires_in: expiresIn };
}
