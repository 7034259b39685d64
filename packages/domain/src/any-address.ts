/** Addresses of every country: as they are typed, and as they stand on paper (rules.md "Names, addresses, phones of everybody"). */
import * as z from 'zod/mini';
import { ADDRESS_MAX, AddressForm, OWN_COUNTRY, type Address } from './address.ts';
import { freeText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';
import { foldText } from './text.ts';

const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );
/** The other countries, by ISO 3166. */
export const OTHER_COUNTRIES = CODES.filter((code) => code !== OWN_COUNTRY);

let names: Intl.DisplayNames | undefined;

/** What a country is called. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return names.of(code) ?? code;
}

const WORDS: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'ivory coast': 'CI',
  turkey: 'TR',
  'czech republic': 'CZ',
  holland: 'NL',
  uae: 'AE',
  drc: 'CD',
  rsa: 'ZA',
};

// Made when first needed: an import reads a country in every row.
let codes: ReadonlyMap<string, string> | undefined;

/** The languages in which lists of members name countries, besides English. */
const LANGUAGES = ['de', 'es', 'fr', 'am', 'pt', 'fil', 'sr', 'sr-Latn', 'pl', 'it', 'nl', 'nb', 'sv', 'da'];

/** A country by its code or name; undefined for another word. */
export function readCountry(text: string): string | undefined {
  const word = foldText(text);
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  codes ??= codesByName();
  // `Republic of Ireland`, but not the Democratic Republic of the Congo.
  return (
    codes.get(word) ?? codes.get(word.replace(/^(?:the )?(?:(?:republic|kingdom|state) of )?(?:the )?/, ''))
  );
}

function codesByName(): ReadonlyMap<string, string> {
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const all = [...CODES].toReversed();
  const elsewhere = all.flatMap((code) =>
    languages.map((names) => [foldText(names.of(code) ?? code), code] as const),
  );
  const own = all.flatMap((code) => [code, countryName(code)].map((name) => [foldText(name), code] as const));
  return new Map([...elsewhere, ...own]);
}

/** The maximum lengths of the fields of an address in another country. */
const FOREIGN_MAX = { cityNm: 100, stateCd: 100, postalCd: 20 } as const;

const SecondLine = z.optional(
  z.nullable(freeText(`At most ${ADDRESS_MAX.streetAddress} characters`, { max: ADDRESS_MAX.streetAddress })),
);

/** An address in the deployment's own country, with all that may be said of it. */
const OwnAddress = z.extend(AddressForm, {
  streetAddress2: SecondLine,
  countryCd: z.optional(z.nullable(z.enum([OWN_COUNTRY, '']))),
});

const free = (max: number) => freeText(`At most ${max} characters`, { max });
const maybeFree = (max: number) =>
  z.pipe(
    z.optional(z.nullable(free(max))),
    z.transform((text) => text ?? ''),
  );

/** An address in another country: region and postal code are free, and may be missing. */
export const ForeignAddress = z.object(
  {
    streetAddress: freeText('Street Name and Number is required', { min: 1 }),
    streetAddress2: SecondLine,
    cityNm: freeText('City name is required', { min: 1, max: FOREIGN_MAX.cityNm }),
    stateCd: maybeFree(FOREIGN_MAX.stateCd),
    postalCd: maybeFree(FOREIGN_MAX.postalCd),
    countryCd: z.enum(OTHER_COUNTRIES, 'Choose a country'),
  },
  NO_FIELDS,
);

/** An address of any country; what is not said is left out, the deployment's own country too. */
export const AnyAddress = z.pipe(
  z.discriminatedUnion('countryCd', [OwnAddress, ForeignAddress], {
    error: ({ code }) => (code === 'invalid_union' ? 'Choose a country' : NO_FIELDS),
  }),
  z.transform(({ streetAddress2, countryCd, ...address }): Address => ({
    ...address,
    ...(streetAddress2 && { streetAddress2 }),
    ...(countryCd && countryCd !== OWN_COUNTRY && { countryCd }),
  })),
);

/** Where the postal code stands before the city. */
const POSTAL_FIRST =
  'AT BE BG CH CY CZ DE DK DZ EE ER ES ET FI FR GL GR HR HU IL IS IT LI LT LU LV MA MC ME MK MX NL NO PL PT RO RS SE SI SK SM TN TR VA XK';
/** Where it stands after city and region, on their line. */
const ON_ONE_LINE = 'AU CA PR GU VI AS MP';

function cityLines({ cityNm, stateCd, postalCd, countryCd }: Address): string[] {
  const code = countryCd ?? OWN_COUNTRY;
  const [city, state, postal] = [cityNm, stateCd, postalCd].map((part) => part.trim());
  const joined = (parts: readonly (string | undefined)[], between: string) =>
    parts.filter(Boolean).join(between);
  if (code === OWN_COUNTRY) return [`${city}, ${state} ${postal}`];
  if (ON_ONE_LINE.includes(code)) return [joined([city, state, postal], ' ')];
  if (POSTAL_FIRST.includes(code)) return [joined([joined([postal, city], ' '), state], ', ')];
  return [joined([city, state], ', '), postal ?? ''];
}

/** An address as it stands on paper, a line each; of another country as that writes it, with its name last. */
export function addressLines(address: Address): string[] {
  const { streetAddress, streetAddress2, countryCd } = address;
  const country = countryCd && countryCd !== OWN_COUNTRY ? countryName(countryCd).toUpperCase() : '';
  return [streetAddress.trim(), streetAddress2?.trim() ?? '', ...cityLines(address), country].filter(Boolean);
}
