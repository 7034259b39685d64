/** Zip codes by their state: a spreadsheet drops a leading 0, and a short one may have lost another digit. */

/** The first three digits of the zip codes of each state, as ranges (USPS). */
const RANGES =
  'AL 350-369|AK 995-999|AZ 850-865|AR 716-729|CA 900-961|CO 800-816|CT 060-069|DE 197-199|DC 200-205|FL 320-349|GA 300-319 398-399|HI 967-968|ID 832-838|IL 600-629|IN 460-479|IA 500-528|KS 660-679|KY 400-427|LA 700-714|ME 039-049|MD 206-219|MA 010-027 055|MI 480-499|MN 550-567|MS 386-397|MO 630-658|MT 590-599|NE 680-693|NV 889-898|NH 030-038|NJ 070-089|NM 870-884|NY 005 100-149|NC 270-289|ND 580-588|OH 430-459|OK 730-749|OR 970-979|PA 150-196|PR 006-009|RI 028-029|SC 290-299|SD 570-577|TN 370-385|TX 750-799 885|UT 840-847|VT 050-059|VA 201 220-246|WA 980-994|WV 247-268|WI 530-549|WY 820-831';

const PREFIXES = new Map(
  RANGES.split('|').map((line) => {
    const [state = '', ...ranges] = line.split(' ');
    return [state, ranges.map((range) => range.split('-'))] as const;
  }),
);

/** The state of a zip code of five digits; undefined for another text, and where two states share its beginning. */
export function stateOfZip(zip: string): string | undefined {
  if (!/^\d{5}$/.test(zip)) return undefined;
  const prefix = zip.slice(0, 3);
  const [only, other] = [...PREFIXES].filter(([, ranges]) =>
    ranges.some(([from = '', to = from]) => prefix >= from && prefix <= to),
  );
  return other ? undefined : only?.[0];
}

/** Returns whether a zip code of three or four digits is none of its state with a 0 before it. */
export function oddZip(written: string, stateCd: string): boolean {
  const short = written.trim();
  const ranges = PREFIXES.get(stateCd);
  if (!/^\d{3,4}$/.test(short) || !ranges) return false;
  const prefix = short.padStart(5, '0').slice(0, 3);
  return !ranges.some(([from = '', to = from]) => prefix >= from && prefix <= to);
}
