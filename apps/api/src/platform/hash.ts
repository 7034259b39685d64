import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in base64url: what is stored of a secret, and what keys are made of. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
