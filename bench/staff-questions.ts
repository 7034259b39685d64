/** The requests to both servers: pages of members, and searches for one of them. */
import { collection } from '../apps/api/src/platform/database.ts';
import { get } from './lib/compare.ts';

const PAGE = 20;
const SAMPLES = 40;

type Row = {
  _id: unknown;
  firstNm: string;
  lastNm: string;
  memberId: string;
  phones: { phoneNbr: string }[];
};
type Counted = { organizationNumber: string; membersCnt: number };
/** One request to both servers: the paths, and the id of a member who must be in the answer. */
type Question = { name: string; api: string; bare: string; finds?: string };
/** A request and its user. */
export type AskedQuestion = Question & { init(): RequestInit };

/** The organization with the most members. */
export async function largestOrganization(): Promise<Counted> {
  const [largest] = await collection<Counted>('organizations')
    .find()
    .sort({ membersCnt: -1 })
    .limit(1)
    .toArray();
  if (!largest) throw new Error('there is no organization');
  return largest;
}

/** Requests the first and the last page of an organization's members, with `init`. */
export function pagesOfMembers({ organizationNumber, membersCnt }: Counted, init: () => RequestInit) {
  const page = (name: string, number: number): AskedQuestion => ({
    name: `members of an organization, ${name} (${number})`,
    api: `/api/v1/organization/${organizationNumber}/members/page/${number}/size/${PAGE}`,
    bare: `/members?organization=${organizationNumber}&limit=${PAGE}&page=${number}`,
    init,
  });
  return [page('first page', 1), page('far page', Math.ceil(membersCnt / PAGE))];
}

/** Searches by each kind of term, each for another member of an organization. */
export async function searchesOfMembers(organizationNumber: string): Promise<Question[]> {
  const sample = await someMembers(organizationNumber);
  const terms: [name: string, termOf: (member: Row) => string, isOne: boolean][] = [
    ['3 letters', ({ lastNm }) => lastNm.slice(0, 3), false],
    ['two words', ({ firstNm, lastNm }) => `${lastNm} ${firstNm}`, false],
    ['number', ({ memberId }) => memberId, true],
    ['phone', ({ phones }) => phones[0]?.phoneNbr ?? '', true],
  ];
  return terms.map(([name, termOf, isOne], index) => {
    const member = sample[index];
    if (!member) throw new Error('there are too few members');
    const q = encodeURIComponent(termOf(member));
    const question = { name: `search, ${name}`, api: `/v2/search?q=${q}`, bare: `/search?q=${q}` };
    return isOne ? { ...question, finds: String(member._id) } : question;
  });
}

async function someMembers(organizationNumber: string): Promise<Row[]> {
  const found = await collection<Row>('members')
    .find(
      { organizationNumber, 'phones.0': { $exists: true } },
      { projection: { lastNm: 1, firstNm: 1, memberId: 1, phones: 1 } },
    )
    .sort({ nameKey: 1, _id: 1 })
    .toArray();
  const step = Math.max(1, Math.floor(found.length / SAMPLES));
  return found.filter((_, index) => index % step === 0).slice(0, SAMPLES);
}

/** Throws if the servers' answers differ by a byte, name nobody, or lack the expected member. */
export async function proveEqual(
  { name, api, bare, finds, init }: AskedQuestion,
  url: string,
  bareUrl: string,
): Promise<void> {
  const [a, b] = [await get(`${url}${api}`, init()), await get(`${bareUrl}${bare}`, init())];
  if (a !== b) throw new Error(`${name}: the answers differ\n${a}\n${b}`);
  const { members, memberships } = JSON.parse(a) as Partial<Record<string, { _id: string }[]>>;
  const found = members ?? memberships ?? [];
  if (!found.length || (finds && !found.some(({ _id }) => _id === finds)))
    throw new Error(`${name}: nobody is found\n${a}`);
}
