/**
 * Names are found with and without their apostrophes, hyphens and blanks, and phones by their last 7 and last 4 digits: the
 * search keys of members, organizations and campaigns are written anew, batch by batch. What is right already stays. Lists of
 * members of some organizations are read in the order of their numbers, too.
 */
import type mongoose from 'mongoose';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const searchKeys: Migration = {
  name: '022-search-keys',
  async up(db) {
    await createCollections(db, {
      members: [{ name: 'organization_number_order', key: { organizationNumber: 1, memberId: 1, _id: 1 } }],
    });
    await rewrite(db, 'members', ['firstNm', 'lastNm', 'memberId', 'phones'], (member) => {
      const phones = (member['phones'] as { phoneNbr: string }[])
        .map(({ phoneNbr }) => digitsOf(phoneNbr))
        .filter(Boolean);
      const names = [member['firstNm'], member['lastNm']].flatMap(keysOfName);
      const keys = unique([...names, digitsOf(member['memberId'] as string), ...phones]);
      const ends = phones
        .filter(({ length }) => length >= 7)
        .flatMap((digits) => [digits.slice(-7), digits.slice(-4)]);
      return { searchKeys: keys, searchStarts: unique([...startsOf(keys), ...ends]) };
    });
    await rewrite(db, 'organizations', ['organizationName', 'organizationNumber'], (organization) =>
      keysOf([organization['organizationName'], organization['organizationNumber']]),
    );
    await rewrite(db, 'campaigns', ['campaignName'], (campaign) => keysOf([campaign['campaignName']]));
  },
};

type Document = mongoose.mongo.Document;
type Keys = { searchKeys: string[]; searchStarts: string[] };

const BATCH = 1000;

/** Writes the keys of the documents whose keys are others, unless what they are made of was changed meanwhile. */
async function rewrite(
  db: mongoose.mongo.Db,
  name: string,
  fields: readonly string[],
  keysFor: (document: Document) => Keys,
): Promise<void> {
  const target = db.collection(name);
  const read = [...fields, 'searchKeys', 'searchStarts'];
  const found = target.find({}, { projection: Object.fromEntries(read.map((field) => [field, 1])) });
  let updates: mongoose.mongo.AnyBulkWriteOperation<Document>[] = [];
  const write = async () => {
    if (updates.length) await target.bulkWrite(updates, { ordered: false });
    updates = [];
  };
  for await (const document of found.sort({ _id: 1 })) {
    const keys = keysFor(document);
    if (
      isSame(keys.searchKeys, document['searchKeys']) &&
      isSame(keys.searchStarts, document['searchStarts'])
    )
      continue;
    const unchanged = Object.fromEntries(fields.map((field) => [field, document[field]]));
    updates.push({ updateOne: { filter: { _id: document._id, ...unchanged }, update: { $set: keys } } });
    if (updates.length === BATCH) await write();
  }
  await write();
}

const isSame = (keys: string[], stored: unknown) => JSON.stringify(keys) === JSON.stringify(stored);

const unique = (texts: readonly string[]) => [...new Set(texts)];
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Each word of a name, run together with those after it. */
function keysOfName(name: unknown): string[] {
  const folded = String(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘ʼ`´]/g, ' ');
  const words = folded.split(/[\s,.‐‑–-]+/).filter(Boolean);
  return unique(words.map((_word, index) => words.slice(index).join('')));
}

function keysOf(names: readonly unknown[]): Keys {
  const keys = unique(names.flatMap(keysOfName));
  return { searchKeys: keys, searchStarts: startsOf(keys) };
}

/** The first three letters of each key that has them, of the longest first. */
function startsOf(keys: readonly string[]): string[] {
  const letters = keys.map((key) => [...key]).filter(({ length }) => length >= 3);
  const longestFirst = letters.toSorted((one, other) => other.length - one.length);
  return unique(longestFirst.map((each) => each.slice(0, 3).join('')));
}
