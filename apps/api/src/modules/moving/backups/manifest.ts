/** The contents of a backup: written last, so that a folder without it was never finished. */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { CommandError } from '../../../platform/command.ts';

const FORMAT = 1;

const Contents = z.object({
  documents: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Of the uncompressed BSON, in the order of `_id`; hex. */
  sha256: z.string(),
});

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Kinfold that wrote it. */
  version: z.string(),
  /** Shortly before the moment of the backup, ISO 8601. */
  takenDt: z.string(),
  /** The source of consistency: a snapshot of the replica set, or one transaction. */
  heldBy: z.enum(['snapshot', 'transaction']),
  /** The migrations that had been applied, in order. */
  migrations: z.array(z.string()),
  collections: z.record(z.string().regex(/^\w+$/), Contents),
});
export type Manifest = z.infer<typeof Manifest>;

const SealedManifest = z.object({ ...Manifest.shape, sha256: z.string() });

const fileIn = (folder: string) => path.join(folder, 'manifest.json');
const sealOf = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Writes the manifest of a backup, with a hash of itself, and syncs it to disk. */
export async function writeManifest(folder: string, given: Omit<Manifest, 'format'>): Promise<Manifest> {
  // In the order of the schema, in which the hash is compared.
  const manifest = Manifest.parse({ format: FORMAT, ...given });
  const handle = await open(fileIn(folder), 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ ...manifest, sha256: sealOf(manifest) }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return manifest;
}

/** Returns the manifest of a backup. Throws CommandError where there is none, or it was altered. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(fileIn(folder), 'utf8');
  } catch {
    throw new CommandError(
      `There is no backup in ${folder}: it has no manifest.json, which is written last. A backup that was interrupted has none.`,
    );
  }
  const parsed = SealedManifest.safeParse(parsedJson(text));
  if (!parsed.success)
    throw new CommandError(`manifest.json of ${folder} is damaged, or of another version.`);
  const { sha256, ...manifest } = parsed.data;
  if (sha256 !== sealOf(manifest))
    throw new CommandError(`manifest.json of ${folder} is damaged: it is not what was written.`);
  return manifest;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
