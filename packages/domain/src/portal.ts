/** Whose portal it is: what a deployment's pages, mails and papers call themselves. Its defaults are the specification's. */

export type Portal = {
  /** What it is called everywhere. */
  name: string;
  /** The first sentence of the start page (spec section 1); null for none. */
  landing: string | null;
  /** Who runs it, as the terms and the privacy notice name them; null where nobody is named. */
  legalEntity: string | null;
  address: string | null;
  /** Whose law governs the terms. */
  jurisdiction: string;
  /** Whether there is a logo of its own, at `LOGO_PATH`. */
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

/** Where the logo and the colours of a portal of one's own are. */
export const LOGO_PATH = '/portal/logo';
export const COLORS_PATH = '/portal/colors.css';
