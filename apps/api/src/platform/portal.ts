/** The identity of the portal (`PORTAL_…` settings): read once at the start, and unchanged for the life of the process. */
import { readFileSync } from 'node:fs';
import { DEFAULT_PORTAL, type Portal } from '@kinfold/domain/portal';
import { ConfigError, type Config } from './config.ts';

const DEFAULT_COLOR = '#1c5d57';
const TYPES: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png' };

/** A portal, with the logo's bytes and type, and its colour if it has its own. */
export type OwnPortal = Portal & {
  color: string | null;
  logo: { bytes: Buffer; type: string } | null;
};

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ConfigError(`${name} names a file that cannot be read: ${file}`);
  }
}

/** The paragraphs of a text file, separated by blank lines. */
const paragraphsOf = (name: string, file: string | undefined) =>
  file === undefined
    ? []
    : read(name, file)
        .toString('utf8')
        .split(/\r?\n\s*\r?\n/)
        .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
        .filter(Boolean);

function logoOf(file: string | undefined): OwnPortal['logo'] {
  if (file === undefined) return null;
  const type = TYPES[file.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!type) throw new ConfigError('PORTAL_LOGO is a file .svg or .png');
  return { bytes: read('PORTAL_LOGO', file), type };
}

/** The portal of a configuration. Throws ConfigError for an unreadable file. */
export function portalOf(config: Config): OwnPortal {
  const name = config.PORTAL_NAME ?? DEFAULT_PORTAL.name;
  const isOwn = name !== DEFAULT_PORTAL.name;
  const logo = logoOf(config.PORTAL_LOGO);
  return {
    name,
    // What the specification says of its own portal does not apply to others.
    landing: config.PORTAL_LANDING ?? (isOwn ? null : DEFAULT_PORTAL.landing),
    legalEntity: config.PORTAL_LEGAL_ENTITY ?? null,
    address: config.PORTAL_ADDRESS ?? null,
    jurisdiction: config.PORTAL_JURISDICTION ?? DEFAULT_PORTAL.jurisdiction,
    hasLogo: logo !== null,
    terms: paragraphsOf('PORTAL_TERMS', config.PORTAL_TERMS),
    privacy: paragraphsOf('PORTAL_PRIVACY', config.PORTAL_PRIVACY),
    color: config.PORTAL_COLOR ?? null,
    logo,
  };
}

let current: Pick<OwnPortal, 'name' | 'color'> = { name: DEFAULT_PORTAL.name, color: null };

/** Sets the name of the portal in mails and papers; at the start of a process. */
export function setPortal(portal: typeof current): void {
  current = portal;
}

/** The name of the portal in mails and papers. */
export const portalName = (): string => current.name;
/** The colour of buttons and links in mails. */
export const portalColor = (): string => current.color ?? DEFAULT_COLOR;
