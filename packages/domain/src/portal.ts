/**
 * The identity of a portal: the name that a deployment's pages, mails and papers use. Its defaults are the
 * specification's.
 */

export type Portal = {
  /** Its name everywhere. */
  name: string;
  /** The first sentence of the start page (spec section 1); null for none. */
  landing: string | null;
  /** Its operator, as named in the terms and the privacy notice; null if none is named. */
  legalEntity: string | null;
  address: string | null;
  /** The jurisdiction of the terms. */
  jurisdiction: string;
  /** Whether it has its own logo, at `LOGO_PATH`. */
  hasLogo: boolean;
  /** Paragraphs that are added to the terms and to the privacy notice. */
  terms: readonly string[];
  privacy: readonly string[];
};

export const DEFAULT_PORTAL: Portal = {
  name: 'Kinfold',
  landing: 'Kinfold has managed private fundraising initiatives since 2001.',
  legalEntity: null,
  address: null,
  jurisdiction: 'the State of Maryland, United States of America',
  hasLogo: false,
  terms: [],
  privacy: [],
};

/** The paths of a portal's own logo and colours. */
export const LOGO_PATH = '/portal/logo';
export const COLORS_PATH = '/portal/colors.css';
