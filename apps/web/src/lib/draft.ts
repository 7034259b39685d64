/** What was typed into a form, kept in this tab: a reload or an idle sign-out loses nothing. Never passwords. */
const PREFIX = 'kinfold.draft.';

/** The kept fields of a form; what is no text is left out. */
export function readDraft(form: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + form) ?? 'null');
    const fields = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** Keeps the fields of a form. */
export function keepDraft(form: string, fields: Record<string, string>): void {
  sessionStorage.setItem(PREFIX + form, JSON.stringify(fields));
}

/** Forgets a form: it was sent. */
export function dropDraft(form: string): void {
  sessionStorage.removeItem(PREFIX + form);
}
