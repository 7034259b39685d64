/** The portal's own name, logo and texts, if it has any: the server writes them into the page. */
import { DEFAULT_PORTAL, type Portal } from '@kinfold/domain/portal';

/** Returns the name and the texts of this portal. */
export function portal(): Portal {
  const given = document.querySelector<HTMLMetaElement>('meta[name=portal]')?.content;
  return given ? { ...DEFAULT_PORTAL, ...(JSON.parse(given) as Partial<Portal>) } : DEFAULT_PORTAL;
}
