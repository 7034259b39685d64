/** Imports with workers that die at any write, and files with any mixture of good and faulty rows. */
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { aCampaign, aMember } from '../../../../test/factories.ts';
import { csvOf, type importer } from '../../../../test/importing.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { jobs } from '../../../work/jobs.ts';

const api = await apiOfFile();
let organizationNumber: string;
let imports: ReturnType<typeof importer>;
beforeEach(async () => {
  ({ organizationNumber, imports } = await importingAnew(api));
});

const HEADING = [
  'Last Name',
  'First Name',
  'Birth Date',
  'Relationship',
  'Household',
  'Fund',
  'Member Number',
];

/** Makes the worker die at one write after another, each once, until all is done. */
async function workDying(): Promise<number> {
  for (let writes = 0; ; writes += 1) {
    const { isInterrupted } = await interruptedAfter(writes, () => imports.work().catch(() => 0));
    // Another worker need not wait for the lease of the dead one.
    await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(), attempts: 0 } });
    if (!isInterrupted) return writes;
  }
}

it('is exact wherever its worker dies: checked, imported and taken back', async () => {
  const { campaignName } = await aCampaign({ organizationNumber });
  const known = await aMember({ organizationNumber, lastNm: 'Eze' });
  const file = csvOf([
    HEADING,
    ['Okafor', 'Samuel', '3/14/1961', 'Head of Household', '1', campaignName, ''],
    ['Okafor', 'Ruth', '3/14/1963', 'Spouse', '1', campaignName, ''],
    ['Lee', 'Ann', '3/14/1985', '', '', '', ''],
    ['Eze-Kim', '', '', '', '', '', known.memberId],
    ['Nobody', '', '', '', '', '', ''],
  ]);
  const counts = () =>
    Promise.all([
      collection('members').countDocuments({ organizationNumber }),
      collection('households').countDocuments(),
      collection('campaign_memberships').countDocuments(),
      collection('audit_entries').countDocuments({ action: /^members\.import/ }),
    ]);
  const { body } = await imports.upload(file).expect(201);
  expect(await workDying()).toBeGreaterThan(5);
  expect(await imports.get(body._id)).toMatchObject({
    status: 'checked',
    counts: { rows: 5, create: 3, change: 1, faulty: 1 },
    job: { done: 5, total: 5 },
  });
  expect(await counts()).toEqual([1, 1, 0, 0]);

  await imports.post(`/${body._id}/run`).expect(202);
  expect(await workDying()).toBeGreaterThan(10);
  expect(await imports.get(body._id)).toMatchObject({
    status: 'done',
    outcome: { created: 3, changed: 1, households: 2, memberships: 1, failed: 0 },
    job: { done: 4, failed: 0 },
  });
  expect(await counts()).toEqual([4, 3, 1, 1]);
  expect(await collection('organizations').findOne({ organizationNumber })).toMatchObject({ membersCnt: 4 });

  await imports.post(`/${body._id}/undo`).expect(202);
  expect(await workDying()).toBeGreaterThan(10);
  expect(await imports.get(body._id)).toMatchObject({
    status: 'undone',
    outcome: { undone: 4, kept: 0 },
    job: { done: 4 },
  });
  expect(await counts()).toEqual([1, 1, 0, 2]);
  expect(await collection('organizations').findOne({ organizationNumber })).toMatchObject({ membersCnt: 1 });
});

it('adds nobody twice to a membership wherever its worker dies, and takes them out again', async () => {
  const { campaignName } = await aCampaign({ organizationNumber });
  const known = await aMember({ organizationNumber, lastNm: 'Eze' });
  const head = ['Okafor', 'Samuel', '3/14/1961', 'Head of Household', '1', campaignName, ''];
  const first = await imports.check(csvOf([HEADING, head]));
  await imports.run(first._id);
  const { _id } = await imports.check(
    csvOf([
      HEADING,
      ['Okafor', 'Ada', '3/14/2012', 'Daughter', '1', campaignName, ''],
      ['Okafor', 'Ben', '3/14/2014', 'Son', '1', campaignName, ''],
      ['Eze-Kim', '', '', '', '2', campaignName, known.memberId],
      ['Eze', 'Joy', '3/14/2016', 'Daughter', '2', campaignName, ''],
    ]),
  );
  // The number of a family of another file is that of its household only where somebody says so.
  await imports.change(_id, { answers: { families: 'same' } });
  const covered = async () =>
    (await collection('campaign_memberships').find().sort({ nameKey: 1 }).toArray()).map(
      ({ nameKey, totalPrice, members }) => [nameKey, totalPrice, members.length],
    );
  await imports.post(`/${_id}/run`).expect(202);
  expect(await workDying()).toBeGreaterThan(10);
  expect((await imports.get(_id)).outcome).toMatchObject({
    created: 3,
    changed: 1,
    memberships: 1,
    joined: 2,
    uncovered: 0,
  });
  expect(await covered()).toEqual([
    [expect.stringMatching(/^eze/), 3500, 2],
    ['okafor samuel', 4500, 3],
  ]);
  await imports.post(`/${_id}/undo`).expect(202);
  expect(await workDying()).toBeGreaterThan(10);
  expect((await imports.get(_id)).outcome).toMatchObject({ undone: 4, kept: 0, memberships: 0, joined: 0 });
  expect(await covered()).toEqual([['okafor samuel', 2500, 1]]);
  expect((await imports.undo(first._id)).outcome).toMatchObject({ undone: 1, kept: 0 });
});

it('makes nothing twice when two imports of the same file run at once', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => [
    'Lee',
    `Ann${index}`,
    '3/14/1985',
    '',
    `${index % 10}`,
  ]);
  const file = csvOf([
    HEADING.slice(0, 5),
    ...rows.map(([last = '', first = '', born = '', , home = '']) => [last, first, born, 'Child', home]),
  ]);
  const [one, other] = [await imports.check(file), await imports.check(file)];
  await Promise.all([one, other].map(({ _id }) => imports.post(`/${_id}/run`).expect(202)));
  await Promise.all([imports.work(), imports.work()]);
  await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date() } });
  await imports.work();
  const done = await Promise.all([one, other].map(({ _id }) => imports.get(_id)));
  expect(done.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(await collection('members').countDocuments({ organizationNumber })).toBe(30);
  expect(await collection('import_keys').countDocuments()).toBe(30);
});

const ROW = fc.record({
  kind: fc.constantFrom('new', 'new', 'faulty', 'known', 'again'),
  home: fc.constantFrom('', '1', '2', '3'),
  isInFund: fc.boolean(),
  fault: fc.constantFrom('name', 'date', 'relationship', 'phone', 'fund'),
});

it('makes exactly the good rows of any mixture', async () => {
  const { campaignName } = await aCampaign({ organizationNumber });
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(ROW, { minLength: 5, maxLength: 12 }),
      async (isByAddress, drawn) => {
        for (const name of [
          'members',
          'households',
          'campaign_memberships',
          'import_keys',
          'import_households',
        ])
          await collection(name).deleteMany({});
        const there = [await aMember({ organizationNumber }), await aMember({ organizationNumber })];
        const left = [...there];
        const earlier: string[][] = [];
        const rows = drawn.map((row, index) => {
          const known = row.kind === 'known' ? left.shift() : undefined;
          const again = row.kind === 'again' ? earlier[0] : undefined;
          const fault = row.kind === 'faulty' ? row.fault : undefined;
          const letter = String.fromCharCode(97 + index);
          const home = isByAddress
            ? row.home
              ? [`${row.home} Elm Street`, 'Laurel', 'MD', '20707']
              : ['', '', '', '']
            : [row.home];
          const line = again ?? [
            `Family${letter}`.repeat(2),
            known || fault === 'name' ? '' : `Person${letter}`,
            known ? '' : fault === 'date' ? '02/30/1950' : `03/14/19${60 + index}`,
            known ? '' : fault === 'relationship' ? 'friend' : 'Spouse',
            fault === 'phone' ? '12345' : '',
            fault === 'fund' ? 'No such fund' : row.isInFund ? campaignName : '',
            known?.memberId ?? '',
            ...home,
          ];
          // A detail that cannot be read keeps nobody out.
          const isOut = fault === 'name' || fault === 'fund';
          const does = again ? 'skip' : isOut ? 'faulty' : known ? 'change' : 'create';
          // A second one without a birth date is asked about.
          if (does === 'create' && fault !== 'date') earlier.push(line);
          return { ...row, line, does, known, lastNm: line[0] ?? '' };
        });
        const of = (does: string) => rows.filter((row) => row.does === does);
        const homeColumns = isByAddress ? ['Street', 'City', 'State', 'Zip Code'] : ['Household'];
        const heading = [...HEADING.slice(0, 4), 'Phone', 'Fund', 'Member Number', ...homeColumns];
        const { _id } = await imports.check(csvOf([heading, ...rows.map(({ line }) => line)]));
        const answers = isByAddress ? { households: 'address' } : { familyAbove: 'alone' };
        expect((await imports.change(_id, { answers })).counts).toMatchObject({
          create: of('create').length,
          change: of('change').length,
          skip: of('skip').length,
          faulty: of('faulty').length,
          duplicates: 0,
        });
        await imports.run(_id);
        const members = await collection('members').find({ organizationNumber }).toArray();
        const made = members.filter((one) => !there.some((known) => known._id === String(one._id)));
        expect(made.map(({ lastNm }) => String(lastNm)).toSorted()).toEqual(
          of('create').map(({ lastNm }) => lastNm),
        );
        for (const known of there)
          expect(members.find((one) => String(one._id) === known._id)?.['lastNm']).toBe(
            rows.find((row) => row.known === known)?.lastNm ?? known.lastNm,
          );
        const homes = new Set(of('create').map(({ home, lastNm }) => home || lastNm));
        expect(new Set(made.map(({ household_id: id }) => String(id))).size).toBe(homes.size);

        // People who are to be in the fund are covered by one membership, and nobody pays for two of them.
        const memberships = await collection('campaign_memberships').find({ organizationNumber }).toArray();
        const covered = memberships.flatMap(({ members: people }) =>
          people.map((person: { member_id: unknown }) => String(person.member_id)),
        );
        const joining = [...of('create'), ...of('change')].filter(({ isInFund }) => isInFund);
        for (const { lastNm } of joining) {
          const member = members.find((one) => one['lastNm'] === lastNm);
          expect(covered.filter((id) => id === String(member?._id))).toHaveLength(1);
        }
        if (!joining.length) expect(memberships).toEqual([]);
        const payers = memberships.map(({ primaryMemberId }) => String(primaryMemberId));
        expect(new Set(payers).size).toBe(payers.length);

        const failed = (await imports.errors(_id)).trim().split('\r\n').slice(1);
        expect(failed).toHaveLength(of('faulty').length);
      },
    ),
    { numRuns: 7 },
  );
});
