/** Addresses of the deployment's own country that stand in one cell: the whole of one, or a city with its state and zip code. */
import { OWN_COUNTRY } from './address.ts';
import { readCountry } from './any-address.ts';
import { isStateName, stateCode } from './import-values.ts';
import { stateOfZip } from './import-zip.ts';
import { foldText } from './text.ts';

const CITY_STATE = /^(?<place>\D+?)(?:[,\s]+(?<zip>\d{4,5}(?:-?\d{4})?))?$/;
const ZIP_FIRST = /^(?<zip>\d{5})[,\s]+(?<place>\D+)$/;

/**
 * `Laurel, MD 20707`, `Laurel, Md.` and `20707 Laurel` in parts, the zip code empty for none; undefined for a city alone,
 * and for one of a country. `beside` is a zip code of another column.
 */
export function cityLine(
  text: string,
  beside = '',
): { city: string; state: string; zip: string } | undefined {
  const { place = '', zip = '' } = CITY_STATE.exec(text)?.groups ?? {};
  for (const format of STATE_LAST) {
    const [, city = '', comma, last = ''] = format.exec(place) ?? [];
    const state = stateCode(last);
    // Without a zip code, `New York` is a city, `India` no beginning of a state, and `Georgia` may be a country.
    const isState =
      /^[A-Z]{2}$/.test(last) ||
      (comma && (/^\p{L}{2}$|\./u.test(last) || isOwnName(last) || stateOfZip(beside) === state));
    if (state && (zip || isState) && !/(?<!\p{L})of$/iu.test(city)) return { city, state, zip };
  }
  const first = ZIP_FIRST.exec(text)?.groups;
  const state = stateOfZip(first?.['zip'] ?? '');
  return first && state ? { city: first['place'] ?? '', state, zip: first['zip'] ?? '' } : undefined;
}

/** The whole name of a state that is no country of another name. */
const isOwnName = (text: string) =>
  isStateName(text) && [undefined, stateCode(text)].includes(readCountry(text));

const ZIP_LAST = /^(?<rest>.+?)[,\s]+(?<zip>\d{4,5})(?:[ -]?\d{4})?$/;
/** A state of three words, two or one behind the rest. */
const STATE_LAST = [2, 1, 0].map(
  (more) => new RegExp(`^(.+?)(?:\\s*(,)[,\\s]*|\\s+)((?:[\\p{L}.]+\\s+){${more}}[\\p{L}.]+)$`, 'u'),
);

const OWN_COUNTRY_LAST = /[,\s]+(?:US|U\.S\.|USA|U\.S\.A\.|United States(?: of America)?)\.?$/i;

/** The lines of an address as they stand on letters, without that of the name: an organization's program has all in lines. */
function withoutNameLine(lines: readonly string[], name: string): readonly string[] {
  const [first = '', ...others] = lines;
  const words = (text: string): string[] => foldText(text).match(/\p{L}{2,}/gu) ?? [];
  const isNamed = words(first).some((word) => words(name).includes(word));
  const isName = isNamed && others.length > 1 && !/\d|^c\/o/i.test(first) && cityLine(others.at(-1) ?? '');
  return isName ? others : lines;
}

/**
 * An address on one line, or on lines of one cell: `1 Elm St, Laurel, MD 20707`. A comma, a semicolon, two blanks, a line
 * break or the only word for a street sets it apart; undefined for another text. A first line with a word of `name`, the
 * person's, is left out.
 */
export function addressLine(
  text: string,
  name = '',
): { street: string; city: string; state: string; zip: string } | undefined {
  const lines = text
    .replace(OWN_COUNTRY_LAST, '')
    .split(/\s*[\n;]\s*|(?<=\S) {2,}/)
    .filter(Boolean);
  const { rest = '', zip = '' } = ZIP_LAST.exec(withoutNameLine(lines, name).join(', ').trim())?.groups ?? {};
  for (const format of STATE_LAST) {
    const [, before = '', , last = ''] = format.exec(rest) ?? [];
    const state = stateCode(last);
    if (!state) continue;
    const [, street = '', city = ''] = /^(.+),\s*([^,]+?)[,\s]*$/.exec(before) ?? [];
    const [, way = '', place = ''] = street ? [] : (STREET_AND_CITY.exec(before) ?? []);
    const isClear = way !== '' && way.match(STREET_WORDS)?.length === 1;
    if (isClear) return { street: way, city: place, state, zip };
    return street && city ? { street, city, state, zip } : undefined;
  }
  return undefined;
}

const STREET_WORD =
  '(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|cir|circle|terr?|terrace|pkwy|hwy|way|pike)';
const STREET_WORDS = new RegExp(`(?<!\\p{L})${STREET_WORD}(?!\\p{L})`, 'giu');
/** `1 Elm St Laurel`, `1 Elm St Apt 4 Laurel`; not clear where there are two such words, as in `5 Oak Dr St Louis`. */
const STREET_AND_CITY = new RegExp(
  `^(\\d+\\S*\\s+\\S.*\\s${STREET_WORD}\\.?(?:\\s+(?:[NS][EW]?|[EW])\\.?)?(?:,?\\s+(?:apt|apartment|unit|suite|ste|#)\\.?\\s*\\S+)?)\\s+(\\p{L}[\\p{L}. ]*)$`,
  'iu',
);

/** A country that is written out: two letters are a state. */
const countryOf = (text: string) =>
  text.length > 3 || /^(?:uk|usa|uae)$/i.test(text)
    ? stateCode(text)
      ? undefined
      : readCountry(text)
    : undefined;
const POSTAL = [
  /^(?<zip>\d{4,6}(?:-\d{3})?) (?<city>\D+)$/,
  /^(?<city>\D+) (?<zip>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{3,6}(?:[ -]\d{2,4})?)$/i,
];

/**
 * An address on one line with its country behind it: `14 High Rd, London N17 6QN, UK`. The country of the deployment is
 * left out of `line`, and the rest is as without it; undefined for another text.
 */
export function foreignLine(
  text: string,
): { line: string } | { street: string; city: string; zip: string; country: string } | undefined {
  const parts = text.split(/\s*[,\n;]\s*/).filter(Boolean);
  const country = parts.length > 2 ? countryOf((parts.at(-1) ?? '').replaceAll('.', '')) : undefined;
  if (!country) return undefined;
  if (country === OWN_COUNTRY) return { line: parts.slice(0, -1).join(', ') };
  const place = parts.at(-2) ?? '';
  const found = POSTAL.map((format) => format.exec(place)?.groups).find(Boolean);
  if (!found && /\d/.test(place)) return undefined;
  const street = parts.slice(0, -2).join(', ');
  return { street, city: found?.['city'] ?? place, zip: found?.['zip'] ?? '', country };
}
