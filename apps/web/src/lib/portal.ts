/** Whose portal this is: the server writes it into the page where it has a name, a logo or texts of its own. */
import { DEFAULT_PORTAL, type Portal } from '@kinfold/domain/portal';

/** What this portal is called, and what it says of itself. */
export function portal(): Portal {
  const given = document.querySelector<HTMLMetaElement>('meta[name=portal]')?.content;
  return given ? { ...DEFAULT_PORTAL, ...(JSON.parse(given) as Partial<Portal>) } : DEFAULT_PORTAL;
}
