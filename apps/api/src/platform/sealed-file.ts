/** Files that are stored encrypted, with AES-256-GCM and a key of the deployment (docs/decisions/054). */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { AppError } from './problem.ts';

/** The keys of a deployment by their ids: the first one encrypts. */
export type FileKeys = ReadonlyMap<string, Buffer>;

const [ID, NONCE, TAG] = [8, 12, 16];
const keyIdOf = (key: Buffer) =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, ID * 2);

/** The keys that encrypt and decrypt documents: the present one first. Throws 409 where the deployment has none. */
export function documentKeys({
  DOCUMENTS_KEY: key,
  DOCUMENTS_KEY_PREVIOUS: previous,
}: Pick<Config, 'DOCUMENTS_KEY' | 'DOCUMENTS_KEY_PREVIOUS'>): FileKeys {
  if (!key)
    throw new AppError(
      409,
      'no_documents_key',
      'Documents cannot be kept yet: the operator of this portal has set no key for them (DOCUMENTS_KEY).',
    );
  const keys = [key, ...(previous?.split(',') ?? [])].map((text) => Buffer.from(text.trim(), 'base64'));
  return new Map(keys.map((each) => [keyIdOf(each), each]));
}

/** Encrypts a file: key id, nonce, tag and what is encrypted. `owner` says whose file it is, and opens no other. */
export function sealFile(bytes: Uint8Array, owner: string, keys: FileKeys): Buffer {
  const [[id, key] = []] = keys;
  if (!id || !key) throw new Error('there is no key');
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(owner));
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([Buffer.from(id, 'hex'), nonce, cipher.getAuthTag(), ...sealed]);
}

/** The id of the key that encrypted a file. */
export const keyIdOfFile = (sealed: Buffer): string => sealed.subarray(0, ID).toString('hex');

/** Decrypts a file. Throws when it was changed or is of another owner, and 409 when its key is not among these. */
export function openFile(sealed: Buffer, owner: string, keys: FileKeys): Buffer {
  const id = keyIdOfFile(sealed);
  const key = keys.get(id);
  if (!key)
    throw new AppError(
      409,
      'no_documents_key',
      `This document cannot be opened: its key ${id} is not among those of this portal. Its operator adds it to DOCUMENTS_KEY_PREVIOUS.`,
    );
  const nonce = sealed.subarray(ID, ID + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(ID + NONCE, ID + NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(ID + NONCE + TAG)), decipher.final()]);
}
