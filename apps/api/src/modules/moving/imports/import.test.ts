import { startOfDay } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { templateRows } from '@kinfold/domain/import-fields';
import mongoose from 'mongoose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  aRun,
} from '../../../../test/factories.ts';
import { filtersOf, listenToCommands } from '../../../../test/commands.ts';
import type { Account } from '../../../../test/harness.ts';
import { csvOf, type importer, xlsxParts, zipOf } from '../../../../test/importing.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { readMembership } from '../../funds/memberships/membership.model.ts';

const api = await apiOfFile();
let account: Account;
let organizationNumber: string;
let imports: ReturnType<typeof importer>;
beforeEach(async () => {
  ({ organizationNumber, account, imports } = await importingAnew(api));
});

/** Runs another action just before a write of a member, the first time. */
async function beforeWrite(
  name: 'deleteOne' | 'findOneAndUpdate' | 'updateMany',
  other: () => PromiseLike<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  const { prototype } = mongoose.mongo.Collection;
  const original = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
  let isDone = false;
  Object.defineProperty(prototype, name, {
    ...original,
    async value(this: { collectionName: string }, ...args: unknown[]) {
      if (this.collectionName === 'members' && !isDone) {
        isDone = true;
        await other();
      }
      return Reflect.apply(original.value as () => unknown, this, args);
    },
  });
  try {
    await work();
  } finally {
    Object.defineProperty(prototype, name, original);
  }
  expect(isDone).toBe(true);
}

const HEADING = ['Last Name', 'First Name', 'Birth Date', 'Relationship', 'Household', 'Phone'];
const OKAFORS = [
  ['Okafor', 'Samuel', '3/14/1961', 'Head of Household', 'H1', '(301) 555-0142'],
  ['Okafor', 'Ruth', 'November 2, 1963', 'wife', 'H1', ''],
  ['Okafor', 'Ada', '2012-05-06', 'Daughter', 'H1', ''],
];
const LEE = ['Lee', 'Mei-Ling', '6-30-1985', '', '', '240.555.0178'];
const file = (...rows: string[][]) => csvOf([HEADING, ...rows]);
const members = () => collection('members').find({ organizationNumber }).sort({ memberId: 1 }).toArray();
const organization = () => collection('organizations').findOne({ organizationNumber });

describe('a file', () => {
  it('is taken, its columns matched, and checked without changing anything', async () => {
    const { body } = await imports.upload(file(...OKAFORS, LEE)).expect(201);
    expect(body).toMatchObject({
      status: 'mapping',
      fileName: 'members.csv',
      mapping: {
        'Last Name': 'lastNm',
        'First Name': 'firstNm',
        'Birth Date': 'birthDt',
        Relationship: 'relationship',
        Household: 'household',
        Phone: 'phone',
      },
      job: { type: 'import-check', status: 'waiting' },
    });
    expect(body.columns[0]).toEqual({
      name: 'Last Name',
      samples: ['Okafor', 'Okafor', 'Okafor'],
      filled: 4,
    });
    await imports.work();
    expect(await imports.get(body._id)).toMatchObject({
      status: 'checked',
      counts: { rows: 4, create: 4, change: 0, skip: 0, faulty: 0, duplicates: 0 },
      questions: [],
      problems: [],
      job: { status: 'done', total: 4, done: 4 },
    });
    expect(await members()).toEqual([]);
  });

  it('is imported with its households, counted, and told once in the history', async () => {
    const { _id } = await imports.check(file(...OKAFORS, LEE));
    // Pressing twice is one job.
    const pressed = await Promise.all([1, 2].map(() => imports.post(`/${_id}/run`)));
    expect(pressed.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(pressed.map(({ body }) => body.job._id)).size).toBe(1);
    expect(await imports.run(_id)).toMatchObject({
      status: 'done',
      outcome: { created: 4, changed: 0, households: 2, memberships: 0, failed: 0 },
      job: { type: 'import-run', status: 'done', done: 4, failed: 0 },
    });
    expect(await collection('import_chunks').countDocuments()).toBe(0);
    const [samuel, ruth, ada, mei] = await members();
    expect(samuel).toMatchObject({
      memberId: expect.stringMatching(/^M-\d{6}$/),
      firstNm: 'Samuel',
      birthDt: '1961-03-14',
      relationship: 'Head of Household',
      phones: [{ phoneNbr: '3015550142' }],
      isActive: true,
    });
    expect(ruth).toMatchObject({ relationship: 'Spouse', household_id: samuel?.['household_id'] });
    expect(ada?.['household_id']).toEqual(samuel?.['household_id']);
    expect(mei).toMatchObject({ relationship: 'Head of Household', birthDt: '1985-06-30' });
    const homes = await collection('households').find().toArray();
    expect(homes.map(({ primaryMemberId }) => String(primaryMemberId)).toSorted()).toEqual(
      [samuel, mei].map((one) => String(one?._id)).toSorted(),
    );
    expect(await organization()).toMatchObject({ membersCnt: 4 });
    const recorded = await collection('audit_entries')
      .find({ action: /^member/ })
      .toArray();
    expect(recorded).toMatchObject([
      {
        action: 'members.imported',
        actor: { email: account.email },
        subject: { type: 'organization', id: organizationNumber },
      },
    ]);
    expect(recorded[0]?.['changes']).toContainEqual({ field: 'created', from: null, to: 4 });
  });

  it('makes nothing twice, in whatever order and form it comes again', async () => {
    await imports.run((await imports.check(file(...OKAFORS, LEE)))._id);
    const parts = xlsxParts([
      HEADING,
      [...LEE.slice(0, 2), { date: 31228 }, '', '', '(240) 555-0178'],
      ...OKAFORS.toReversed(),
    ]);
    const again = await imports.check(zipOf(parts));
    expect(again.counts).toMatchObject({ rows: 4, create: 0, skip: 4 });
    expect((await imports.rows(again._id))[0]?.note).toMatch(/^Imported already: M-\d{6}$/);
    expect((await imports.run(again._id)).outcome).toMatchObject({ created: 0, households: 0 });
    expect(await members()).toHaveLength(4);
  });

  it('makes somebody again who was deleted meanwhile', async () => {
    await imports.run((await imports.check(file(LEE)))._id);
    const [mei] = await members();
    await api.request
      .delete(`/api/v1/member/${String(mei?._id)}`)
      .set(api.as(account))
      .expect(204);
    const again = await imports.check(file(LEE));
    expect(again.counts.create).toBe(1);
    expect((await imports.run(again._id)).outcome.created).toBe(1);
    expect((await imports.check(file(LEE))).counts).toMatchObject({ create: 0, skip: 1 });
  });

  it('makes exactly the good ones of any rows; the others are in errors.csv, which is mended and loaded', async () => {
    const { _id, counts } = await imports.check(
      file(
        ['Okafor', '=A1', '02/30/1961', 'Head of Household', 'H1', '555-0142'],
        ...OKAFORS.slice(1),
        ['', 'Nobody', '1/1/1950', 'neighbor', '', ''],
        LEE,
        LEE,
      ),
    );
    expect(counts).toEqual({ rows: 6, create: 3, change: 0, skip: 1, faulty: 2, duplicates: 0, twice: 0 });
    const rows = await imports.rows(_id);
    expect(rows[0]).toMatchObject({
      row: 2,
      state: 'faulty',
      name: 'Okafor',
      faults: [{ column: 'First Name', message: 'This is a formula: write its result' }],
      left: [
        { column: 'Birth Date', message: 'Invalid Date of Birth: there is no such day' },
        { column: 'Phone', message: 'Invalid Phone Number: “555-0142” needs ten digits' },
      ],
    });
    expect(rows[3]).toMatchObject({
      faults: [{ column: 'Last Name', message: 'Last Name is required' }],
      left: [{ column: 'Relationship' }],
    });
    expect(rows[5]?.note).toBe('The same as row 6');
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 3, households: 2, failed: 0 });
    expect(await members()).toHaveLength(3);

    const errors = await imports.errors(_id);
    expect(errors.split('\r\n').slice(0, 2)).toEqual([
      '\u{feff}Last Name,First Name,Birth Date,Relationship,Household,Phone,Reason',
      "Okafor,'=A1,02/30/1961,Head of Household,H1,555-0142,First Name: This is a formula: write its result",
    ]);
    const [recorded] = await collection('audit_entries').find({ action: 'list.exported' }).toArray();
    expect(recorded).toMatchObject({ actor: { email: account.email }, organizationNumber });
    expect(recorded?.['changes']).toContainEqual({ field: 'filter', from: null, to: 'members.csv' });
    const mended = errors.replace("'=A1,02/30/1961", 'Samuel,02/28/1961').replace('555-0142', '301-555-0142');
    const next = await imports.check(mended);
    expect(next).toMatchObject({ counts: { rows: 2, create: 1, faulty: 1 }, mapping: { Reason: null } });
    expect((await imports.run(next._id)).outcome).toMatchObject({ created: 1, households: 0 });
    const samuel = (await members()).find(({ firstNm }) => firstNm === 'Samuel');
    const ruth = (await members()).find(({ firstNm }) => firstNm === 'Ruth');
    expect(samuel?.['household_id']).toEqual(ruth?.['household_id']);
  });

  it('with a death in a month or on no known day makes them once, and changes nobody who is known so', async () => {
    const heading = ['Last Name', 'First Name', 'Birth Date', 'Date of Death'];
    const rows = [
      ['Lima', 'Ana', '03/14/1951', 'November 2025'],
      ['Lima', 'Rui', '03/14/1952', 'not known'],
      ['Lima', 'Eva', '03/14/1953', 'December 2999'],
    ];
    const first = await imports.check(csvOf([heading, ...rows]));
    // Whoever the list says has died is never made as living.
    expect(first.counts).toMatchObject({ create: 3, faulty: 0 });
    expect((await imports.rows(first._id)).map(({ note }) => note)).toEqual(Array(3).fill('Has died'));
    expect((await imports.run(first._id)).outcome).toMatchObject({ created: 3 });
    const [ana, rui] = await members();
    expect(ana).toMatchObject({ firstNm: 'Ana', deceasedDt: '2025-11-30', deathDay: 'month' });
    expect(rui).toMatchObject({ firstNm: 'Rui', deceasedDt: expect.any(String), deathDay: 'unknown' });
    const { body } = await api.get(`/v2/members/${String(ana?._id)}`, account);
    expect(body).toMatchObject({ deceasedDt: '2025-11-30', deathDay: 'month' });

    // The day of the first file has passed.
    await collection('members').updateOne({ _id: rui?._id }, { $set: { deceasedDt: '2026-01-02' } });
    expect((await imports.check(csvOf([heading, ...rows]))).counts).toMatchObject({ create: 0, faulty: 0 });
    const known = [
      [...heading, 'Member Number'],
      ['Lima', 'Ana', '03/14/1951', '11/2025', ana?.['memberId']],
      ['Lima', 'Rui', '03/14/1952', 'day not known', rui?.['memberId']],
    ];
    expect((await imports.check(csvOf(known))).counts).toMatchObject({ faulty: 0 });
    known[2]?.splice(3, 1, 'November 2025');
    const other = await imports.check(csvOf(known));
    expect((await imports.rows(other._id))[1]?.faults).toEqual([
      { column: 'Date of Death', message: expect.stringContaining('Enter the death on the page') },
    ]);
  });

  it('of our template is three people in two households', async () => {
    const template = await api.request.get(`${imports.base}/template.csv`).set(api.as(account)).expect(200);
    expect(template.text.split('\r\n')).toHaveLength(templateRows().length + 1);
    const { _id, counts } = await imports.check(template.text);
    expect(counts).toMatchObject({ rows: 3, create: 3 });
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 3, households: 2 });
    const workbook = await api.request
      .get(`${imports.base}/template.csv?format=xlsx`)
      .set(api.as(account))
      .responseType('blob')
      .expect(200);
    expect((await imports.check(workbook.body)).counts).toMatchObject({ rows: 3, skip: 3 });
  });

  it.each([
    ['a picture', Buffer.from('\x89PNG\r\n', 'latin1'), 'This is a picture'],
    ['nothing', Buffer.alloc(0), 'This file is empty'],
    ['a heading alone', Buffer.from('Name,Birth Date\n'), 'nobody below it'],
  ])('that is %s is refused with a sentence, and leaves nothing', async (_name, bytes, sentence) => {
    const { body } = await imports.upload(bytes).expect(422);
    expect(body.errors).toEqual([{ path: 'file', message: expect.stringContaining(sentence) }]);
    for (const name of ['imports', 'import_chunks', 'import_rows', 'jobs'])
      expect(await collection(name).countDocuments()).toBe(0);
  });

  it('larger than 20 MiB is refused, whether it says so before or not', async () => {
    const large = 'x'.repeat(20 * 1024 * 1024 + 1);
    await imports.upload(large).expect(413);
    const { status } = await fetch(`${api.url}${imports.base}`, {
      method: 'POST',
      headers: { ...api.as(account), 'Content-Type': 'text/csv' },
      body: new ReadableStream({
        start(controller) {
          for (let from = 0; from < large.length; from += 1_000_000)
            controller.enqueue(new TextEncoder().encode(large.slice(from, from + 1_000_000)));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(status).toBe(413);
    expect(await collection('import_chunks').countDocuments()).toBe(0);
  });

  it('that cannot be read further on, or holds a card number, is not half done', async () => {
    const many = Array.from({ length: 3_000 }, () => LEE);
    const broken = await imports.check(`${file(...many)}\n"Kim,Ann,1/1/1950`);
    expect(broken).toMatchObject({
      status: 'mapping',
      problems: [expect.stringMatching(/^Row 3002 cannot be read/)],
    });
    const { body: short } = await imports.upload(`${file(LEE)}\n"Kim,Ann,1/1/1950`).expect(422);
    expect(short.detail).toMatch(/^Row 3 cannot be read/);
    const card = await imports.check(file(['Lee', 'Ann', '1/1/1950', '', '', '4242 4242 4242 4242']));
    expect(card.problems).toEqual([expect.stringMatching(/^Row 2 has what looks like a card number/)]);
    expect(await collection('import_rows').countDocuments()).toBe(0);
    expect(await collection('import_chunks').countDocuments()).toBe(0);
    const { body } = await imports.post(`/${card._id}/run`).expect(409);
    expect(body.detail).toMatch(/card number/);
  });
});

describe('a messy list', () => {
  const LIST = csvOf([
    ['Zion Burial Society', '', '', '', '', ''],
    ['Family', '', 'Person', '', '', ''],
    ['Fam #', 'No.', 'Full Name', 'DOB', 'Relation', 'Status'],
    ['1', '17', 'Almaz Bekele Tadesse', '31120', 'Head', 'Attender'],
    ['', '18', 'Hanna Alemu Desta', '1/2/1962', 'Wife', 'attender'],
    ['', '19', 'Sara Bekele', '02/30/2014', 'Daughter', 'Member'],
    ['ZONE B', '', '', '', '', ''],
    ['2', '20', 'Marta Girma', '5/6/1970', 'Head', 'Member'],
    ['', '21', 'Abel Girma', '5/6/2012', 'Son', 'Member'],
  ]);
  const answers = {
    familyAbove: 'above',
    longNames: 'first',
    dayNumbers: 'dates',
    'isActive: attender': 'Yes',
  };

  it('is understood as a whole, asked about once, mended, and imported with its own numbers', async () => {
    const { _id, notes, questions } = await imports.check(LIST);
    expect(notes[0]).toBe('The names of the columns are in rows 2 and 3; the rows above them were left out.');
    expect(notes).toContain('1 row is a total, a remark or an organization, not a person. It is left out.');
    expect(questions.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['headingRow', false],
      ['familyAbove', true],
      ['longNames', false],
      ['dayNumbers', true],
      ['isActive: attender', true],
    ]);
    const answered = await imports.change(_id, { answers });
    expect(answered).toMatchObject({ status: 'checked', counts: { rows: 6, create: 5, faulty: 0, skip: 1 } });
    const cells = { DOB: '02/28/2014', Phone: '301-555-0142' };
    const mended = await imports.post(`/${_id}`, { rows: [{ row: 6, cells }] }).expect(200);
    expect(mended.body.counts).toMatchObject({ create: 5, faulty: 0 });
    // The number is that of the rows below it, too.
    const renamed = await imports.post(`/${_id}`, { rows: [{ row: 8, cells: { 'Fam #': '3' } }] });
    expect(renamed.body).toMatchObject({ counts: { create: 5, faulty: 0 }, families: { households: 2 } });
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 5, households: 2 });
    const made = await members();
    expect(made.map(({ lastNm, externalRef, birthDt }) => [lastNm, externalRef, birthDt])).toEqual([
      ['Bekele Tadesse', '17', '1985-03-14'],
      ['Alemu Desta', '18', '1962-01-02'],
      ['Bekele', '19', '2014-02-28'],
      ['Girma', '20', '1970-05-06'],
      ['Girma', '21', '2012-05-06'],
    ]);
    expect(made[2]?.['phones']).toMatchObject([{ phoneNbr: '3015550142' }]);
  });

  it('that is wrapped over two rows has a heading, which can be chosen otherwise without a question', async () => {
    const { columns, notes, questions } = await imports.check(
      csvOf([
        ['Last', 'First', 'Birth', 'Cell'],
        ['Name', 'Name', 'Date', 'Phone'],
        ['Lee', 'Ann', '1/2/1950', '301-555-0142'],
      ]),
    );
    expect(columns.map(({ name }) => name)).toEqual(['Last Name', 'First Name', 'Birth Date', 'Cell Phone']);
    expect(notes).toEqual(['The names of the columns are in rows 1 and 2.']);
    expect(questions.map(({ name }) => name)).toEqual(['headingRow']);
    const plain = await imports.check(file(LEE));
    expect(plain).toMatchObject({ questions: [], heading: { name: 'headingRow', answer: '1' } });
    const none = await imports.change(plain._id, { answers: { headingRow: '0' } });
    expect(none).toMatchObject({ questions: [{ name: 'headingRow', answer: '0' }], counts: { rows: 2 } });
    await imports.change(plain._id, { answers: { headingRow: '1' } });
    expect((await imports.run(plain._id)).outcome).toMatchObject({ created: 1 });
  });

  it('is asked once for all rows about a word of a fund, a state or a country that nobody knows', async () => {
    const fund = await aCampaign({ organizationNumber });
    const { _id, counts, questions } = await imports.check(
      csvOf([
        ['Last Name', 'First Name', 'Address', 'City', 'State', 'Zip', 'Country', 'Fund'],
        ['Lee', 'Ann', '1 Elm St', 'Laurel', 'Marylnd', '20707', 'Amerika', 'Burial'],
        ['Ray', 'Bo', '2 Elm St', 'Laurel', 'marylnd', '20707', '', 'burial'],
        ['Kim', 'Cy', '3 Elm St', 'Laurel', 'MD', '20707', '', 'Burial; Picnic'],
      ]),
    );
    expect(counts).toMatchObject({ create: 0, faulty: 3 });
    expect(questions.map(({ name, text }) => [name, text])).toEqual(
      expect.arrayContaining([
        [
          'campaign: burial',
          'Fund “Burial” in 3 rows: there is no fund of this name here. Which one is meant?',
        ],
        [
          'campaign: picnic',
          'Fund “Picnic” in one row: there is no fund of this name here. Which one is meant?',
        ],
        [
          'countryCd: amerika',
          'Country “Amerika” in one row: there is no country of this name. Which one is meant?',
        ],
      ]),
    );
    for (const wrong of [{ 'campaign: burial': 'Nothing here' }, { 'countryCd: amerika': 'Nowhere' }])
      await imports.post(`/${_id}`, { answers: wrong }).expect(422);
    const first = {
      'campaign: burial': fund.campaignName,
      'campaign: picnic': '',
      'countryCd: amerika': 'USA',
    };
    const answered = await imports.change(_id, { answers: first });
    expect(answered.counts).toMatchObject({ create: 3, faulty: 0 });
    expect(answered.questions).toContainEqual(
      expect.objectContaining({ name: 'campaign: burial', answer: fund.campaignName }),
    );
    const state = answered.questions.find(({ name }) => name === 'stateCd: marylnd');
    expect(state?.text).toBe(
      'State “Marylnd” in 2 rows: there is no state of this name. Which one is meant?',
    );
    await imports.change(_id, { answers: { 'stateCd: marylnd': 'md' } });
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 3, memberships: 3 });
    const made = await members();
    expect(made.map(({ address }) => (address as { stateCd: string }).stateCd)).toEqual(['MD', 'MD', 'MD']);
  });

  it('has long cells whole, and says of which of them the end is not read', async () => {
    const children = Array.from({ length: 120 }, (_, index) => `${'ABCDEFG'[index % 7]}im Lee`).join(' & ');
    const notes = `${'Came by bus. '.repeat(100)}\nShe died 3/4/2019`;
    const list = [
      ['Name', 'Kids', 'Notes'],
      ['Lee, Ann', children, notes],
    ];
    const { _id } = await imports.check(csvOf(list));
    const leftOf = async () => (await imports.rows(_id))[0]?.left?.map(({ column }) => column);
    await imports.change(_id, { answers: { relatives: 'leave' } });
    // What may be about a death is read to its end.
    expect(await leftOf()).toEqual(['Date of Death']);
    await imports.change(_id, { answers: { relatives: 'members' } });
    const [row] = await imports.rows(_id);
    expect(row).toMatchObject({ cells: { Kids: children, Notes: notes } });
    expect(row?.left?.map(({ column, message }) => [column, message])).toContainEqual([
      'Kids',
      expect.stringMatching(/^Too long: only the first 1,000 characters were read, up to “….*Lee”$/),
    ]);
    await imports.post(`/${_id}`, { rows: [{ row: 2, cells: { Kids: 'Tim Lee' } }] }).expect(200);
    expect(await leftOf()).toEqual(['Date of Death']);
    const [short] = await imports.rows(_id);
    expect(short).toMatchObject({ cells: { Kids: 'Tim Lee', Notes: notes } });
  });

  it('asks with whom people live of whom it has neither a family number nor a relationship', async () => {
    const { _id } = await imports.check(
      csvOf([
        ['Fam #', 'Name', 'DOB', 'Relation'],
        ['1', 'Lee, Ann', '1/2/1950', 'Head'],
        ['', 'Lee, Bo', '1/2/2015', 'Son'],
        ['', 'Lee, Di', '1/2/2016', 'Daughter'],
        ['', 'Ray, Cy', '1/2/1940', ''],
      ]),
    );
    const asked = await imports.change(_id, { answers: { familyAbove: 'above' } });
    expect(asked).toMatchObject({ families: { households: 2 } });
    expect(asked.questions).toContainEqual(
      expect.objectContaining({
        name: 'familyUnsaid',
        text: '1 person has neither a family number nor a relationship, as “Ray, Cy”. Do they live with the family above?',
        isRequired: true,
        answer: null,
      }),
    );
    await imports.post(`/${_id}/run`).expect(409);
    await imports.change(_id, { answers: { familyUnsaid: 'above' } });
    const cy = (await imports.rows(_id)).find(({ row }) => row === 5);
    expect(cy?.left).toMatchObject([{ message: expect.stringMatching(/^Not said how they are related to/) }]);
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 4, households: 1 });
  });

  it('of which another row is the heading is not asked about what was read below the first', async () => {
    const { _id, questions } = await imports.check(
      csvOf([
        ['Name', 'Born', 'State', 'Status'],
        ['Full Name', 'DOB', 'Kind', 'Status'],
        ['Lee, Ann', '1/2/50', 'Home', 'Attender'],
        ['Kim, Bo & Cy', '31/12/1960', 'Home', 'Attender'],
      ]),
    );
    const asked = questions.map(({ name }) => name);
    expect(asked).toEqual(expect.arrayContaining(['couples', 'century', 'dateOrder', 'isActive: attender']));
    const first = await imports.change(_id, {
      mapping: { State: 'stateCd' },
      answers: { couples: 'one', century: '1900', dateOrder: 'day', 'isActive: attender': 'Yes' },
    });
    expect(first.questions.map(({ name }) => name)).toContain('stateCd: home');
    const { body } = await imports.post(`/${_id}`, { answers: { headingRow: '2' } }).expect(200);
    // While it is read again, nothing is asked or shown of what was read before.
    expect(body.questions.map(({ name }: { name: string }) => name)).toEqual(['headingRow']);
    expect(body.families).toBeUndefined();
    await imports.work();
    const again = await imports.get(_id);
    const answers = Object.fromEntries(again.questions.map(({ name, answer }) => [name, answer]));
    // Status is the same column; names and dates stand below others.
    expect(answers).toMatchObject({ couples: null, century: null, 'isActive: attender': 'Yes' });
    expect(answers).not.toHaveProperty('stateCd: home');
  });

  it('keeps what was said of a column when another row is its heading', async () => {
    const list = [
      ['Name', 'Grp', 'Phone'],
      ['Full Name', 'Grp', 'DOB'],
      ['Lee, Ann', '7', '1/2/1950'],
    ];
    const { _id } = await imports.check(csvOf(list));
    expect((await imports.change(_id, { mapping: { Grp: 'household' } })).mapping['Grp']).toBe('household');
    for (const headingRow of ['1', '2'])
      expect((await imports.change(_id, { answers: { headingRow } })).mapping['Grp']).toBe('household');
  });

  it('has its heading and its sheet chosen by hand, and only while that makes sense', async () => {
    const { _id } = await imports.check(LIST);
    const chosen = await imports.change(_id, { answers: { headingRow: '2' } });
    expect(chosen.columns.map(({ name }) => name)).toEqual(['Family', 'Column B', 'Person']);
    const back = await imports.change(_id, { answers: { headingRow: '3' } });
    expect(back).toMatchObject({ status: 'checked', counts: { rows: 6 } });
    for (const wrong of [{ headingRow: '900' }, { sheet: 'No such' }, { 'isActive: nobody': 'Yes' }])
      await imports.post(`/${_id}`, { answers: wrong }).expect(422);
    for (const rows of [[{ row: 99, cells: {} }], [{ row: 4, cells: { Nothing: 'x' } }], [{ row: 4 }]])
      await imports.post(`/${_id}`, { rows }).expect(422);
    const card = [{ row: 4, cells: { DOB: '4242 4242 4242 4242' } }];
    await imports.post(`/${_id}`, { rows: card }).expect(422);
  });
});

describe('columns', () => {
  it('of numbers of lines yield to those of people, and empty ones to full ones', async () => {
    const sent = await imports.check(
      csvOf([
        ['No', 'Member No', 'Household ID', 'Household Name', 'First Name', 'Last Name'],
        ['1', 'E-104', '', 'Lee-Park', 'Ann', 'Lee'],
        ['2', 'E-105', '', 'Lee-Park', 'Bo', 'Park'],
      ]),
    );
    expect(sent).toMatchObject({
      mapping: { No: null, 'Member No': 'externalRef', 'Household ID': null, 'Household Name': 'household' },
    });
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 2, households: 1 });
    expect((await members()).map(({ externalRef }) => externalRef)).toEqual(['E-104', 'E-105']);
  });

  const ODD = csvOf([
    ['Surname', 'Called', 'When'],
    ['Lee', 'Ann', '1/2/1950'],
  ]);

  it('are corrected, and remembered for the next file of that shape', async () => {
    const sent = await imports.check(ODD);
    expect(sent).toMatchObject({
      status: 'mapping',
      mapping: { Surname: 'lastNm', Called: null, When: null },
      problems: [expect.stringContaining('First Name')],
    });
    await imports.post(`/${sent._id}/run`).expect(409);
    const mapping = { Called: 'firstNm', When: 'birthDt' };
    expect(await imports.change(sent._id, { mapping })).toMatchObject({
      status: 'checked',
      counts: { create: 1 },
      mapping: { Surname: 'lastNm', ...mapping },
    });
    expect((await imports.check(ODD.replace('Ann', 'Eve'))).mapping).toMatchObject(mapping);
  });

  it('that there are not, and other wrong input, is 422 beside its field', async () => {
    const { _id } = await imports.check(ODD);
    for (const [body, path] of [
      [{ mapping: { Nothing: 'firstNm' } }, 'mapping.Nothing'],
      [{ mapping: { Surname: 'shoeSize' } }, 'mapping.Surname'],
      [{ mapping: 'x' }, 'mapping'],
      [{ answers: { century: '1800' } }, 'answers.century'],
      [{ answers: { campaignId: '0'.repeat(24) } }, 'answers.campaignId'],
      [{ duplicates: 5 }, 'duplicates'],
    ] as const) {
      const answer = await imports.post(`/${_id}`, body).expect(422);
      expect(answer.body.errors[0].path).toBe(path);
    }
    await imports.post(`/${'0'.repeat(24)}`, {}).expect(404);
    await imports.post('/nothing/run').expect(404);
    await api.get(`${imports.base}/${_id}/rows?state=wrong`, account).expect(422);
    await api.get(`${imports.base}/${_id}/rows?cursor=wrong`, account).expect(422);
  });
});

describe('what is asked', () => {
  it('about years of two digits is answered for the whole file', async () => {
    const sent = await imports.check(
      file(['Lee', 'Ann', '3/14/51'], ['Lee', 'Bo', '3/14/07'], ['Lee', 'Cy', '3/14/1990']),
    );
    expect(sent).toMatchObject({
      counts: { create: 1, faulty: 2 },
      questions: [{ name: 'century', answer: null }],
    });
    const answered = await imports.change(sent._id, { answers: { century: 'split' } });
    expect(answered).toMatchObject({ counts: { create: 3, faulty: 0 }, questions: [{ answer: 'split' }] });
    await imports.run(sent._id);
    expect((await members()).map(({ birthDt }) => birthDt)).toEqual([
      '1951-03-14',
      '2007-03-14',
      '1990-03-14',
    ]);
  });

  it('about days before months must be answered where most dates have them', async () => {
    const sent = await imports.check(file(['Lee', 'Ann', '31/12/1950'], ['Lee', 'Bo', '3/4/1960']));
    expect(sent.questions).toMatchObject([{ name: 'dateOrder', isRequired: true, answer: null }]);
    const { body } = await imports.post(`/${sent._id}/run`).expect(409);
    expect(body.code).toBe('unanswered');
    expect((await imports.change(sent._id, { answers: { dateOrder: 'day' } })).counts.create).toBe(2);
    await imports.run(sent._id);
    expect((await members()).map(({ birthDt }) => birthDt)).toEqual(['1950-12-31', '1960-04-03']);
  });

  it('about households by address must be answered, either way', async () => {
    const heading = ['Name', 'DOB', 'Relationship', 'Address'];
    const home = '12 Elm Street, Laurel, MD 20707';
    const rows = [
      ['Okafor, Samuel', '3/14/1961', 'Head of Household', home],
      ['Okafor, Ruth', '11/2/1963', 'Spouse', home.toUpperCase()],
      ['Lee, Ann', '1/2/1950', '', '9 Dogwood Lane, Laurel, MD 20707'],
    ];
    const sent = await imports.check(csvOf([heading, ...rows]));
    expect(sent.questions).toMatchObject([{ name: 'households', isRequired: true, answer: null }]);
    await imports.post(`/${sent._id}/run`).expect(409);
    await imports.change(sent._id, { answers: { households: 'address' } });
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 3, households: 2 });
    const [samuel, ruth] = await members();
    expect(ruth?.['household_id']).toEqual(samuel?.['household_id']);
    expect(samuel?.['address']).toMatchObject({ streetAddress: '12 Elm Street', postalCd: '20707' });
    // A corrected row that comes later joins the same household.
    const later = await imports.check(csvOf([heading, ['Okafor, Ada', '5/6/2012', 'Daughter', home]]));
    expect(later.questions).toMatchObject([{ name: 'households', isRequired: true, answer: null }]);
    await imports.change(later._id, { answers: { households: 'address' } });
    expect((await imports.run(later._id)).outcome).toMatchObject({ created: 1, households: 0 });
    expect((await members())[3]?.['household_id']).toEqual(samuel?.['household_id']);
  });

  it('about two people in one name must be answered; they live together whatever the addresses say', async () => {
    const heading = ['Name', 'DOB', 'Address', 'Child 1', 'Child 1 DOB'];
    const home = '12 Elm Street, Laurel, MD 20707';
    const rows = [['Hollis, Ute & Karl', '3/4/1955 & 5/6/1957', home, 'Tim', '1/2/2014']];
    const sent = await imports.check(csvOf([heading, ...rows]));
    expect(sent).toMatchObject({
      counts: { rows: 1, create: 3 },
      questions: [
        { name: 'couples', isRequired: true, answer: null },
        { name: 'relatives', isRequired: true, answer: null },
      ],
      families: { people: 3, households: 1 },
    });
    await imports.post(`/${sent._id}/run`).expect(409);
    expect((await imports.change(sent._id, { answers: { couples: 'one' } })).counts.create).toBe(2);
    expect((await imports.change(sent._id, { answers: { couples: 'two' } })).counts.create).toBe(3);
    await imports.post(`/${sent._id}/run`).expect(409);
    expect((await imports.change(sent._id, { answers: { relatives: 'leave' } })).counts.create).toBe(2);
    expect((await imports.change(sent._id, { answers: { relatives: 'members' } })).counts.create).toBe(3);
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 3, households: 1 });
    expect((await members()).map(({ firstNm, relationship }) => [firstNm, relationship])).toEqual([
      ['Ute', 'Head of Household'],
      ['Karl', 'Spouse'],
      ['Tim', 'Child'],
    ]);
    expect((await imports.check(csvOf([heading, ...rows]))).counts).toMatchObject({ skip: 3, create: 0 });
    expect((await imports.undo(sent._id)).outcome).toMatchObject({ undone: 3, kept: 0 });
  });
});

describe('a family', () => {
  it('has no membership before and after the import where its payer is inactive', async () => {
    const { campaignName, _id: campaignId } = await aCampaign({ organizationNumber });
    const heading = ['Last Name', 'First Name', 'Birth Date', 'Relationship', 'Household', 'Status'];
    const sent = await imports.check(
      csvOf([
        heading,
        ['Ash', 'Fern', '02/03/1985', 'Head of Household', 'O1', 'Active'],
        ['Ash', 'Bram', '03/04/1983', 'Spouse', 'O1', 'Inactive'],
        ['Elm', 'Ned', '02/03/1986', 'Head of Household', 'O2', 'Inactive'],
        ['Elm', 'Ada', '02/03/1987', 'Spouse', 'O2', 'Active'],
        ['Oak', 'Sue', '01/02/1970', '', '', 'Inactive'],
      ]),
    );
    const { families } = await imports.change(sent._id, { answers: { campaignId } });
    const fern = { campaignName, memberships: 1, amount: 25 };
    expect(families).toMatchObject({ people: 5, households: 3, funds: [fern] });
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 5, memberships: 1 });
  });

  it('has its head and its payer whatever the order of rows, and nobody under 18', async () => {
    const { campaignName, _id: campaignId } = await aCampaign({ organizationNumber });
    const sent = await imports.check(
      file(
        ['Ash', 'Ruby', '01/02/2015', '', 'O1', ''],
        ['Ash', 'Fern', '02/03/1985', 'Head of Household', 'O1', ''],
        ['Ash', 'Bram', '03/04/1983', 'Spouse', 'O1', ''],
        ['Elm', 'Pip', '01/02/2016', 'Daughter', 'O2', ''],
        ['Elm', 'Ned', '02/03/1986', 'Spouse', 'O2', 'nobody'],
        ['Oak', 'Sue', '01/02/2016', '', '', ''],
        ['Yew', 'Lou (deceased)', '01/02/1930', 'Head of Household', 'O3', ''],
        ['Yew', 'Max', '01/02/1931', 'Spouse', 'O3', ''],
      ),
    );
    const answers = { campaignId };
    const { counts, families } = await imports.change(sent._id, { answers });
    expect(counts).toMatchObject({ create: 7, faulty: 1 });
    expect(families).toMatchObject({
      ...{ people: 7, households: 3, toComplete: 2, deceased: 1 },
      funds: [{ campaignName, memberships: 3 }],
      examples: expect.arrayContaining(['Fern Ash, Ruby Ash (Child), Bram Ash (Spouse)']),
      doubts: [
        { doubt: 'head_unsaid', count: 1, first: [{ text: 'Pip Elm and Ned Elm' }] },
        { doubt: 'child_alone', count: 1, first: [{ row: 7, text: 'Sue Oak' }] },
      ],
    });
    const [sue] = await imports.rows(sent._id, 'state=faulty');
    expect(sue?.faults).toEqual([{ column: 'Family', message: expect.stringMatching(/^Nobody under 18/) }]);
    expect((await imports.rows(sent._id, 'left=true')).map(({ name }) => name)).toEqual([
      'Ruby Ash',
      'Ned Elm',
    ]);
    const done = await imports.run(sent._id);
    expect(done.outcome).toMatchObject({ created: 7, households: 3, memberships: 3, uncovered: 0 });
    const all = await members();
    const named = (id: unknown) => String(all.find(({ _id }) => String(_id) === String(id))?.['firstNm']);
    const homes = await collection('households').find().toArray();
    expect(homes.map(({ primaryMemberId }) => named(primaryMemberId)).toSorted()).toEqual([
      'Fern',
      'Max',
      'Ned',
    ]);
    const memberships = await collection('campaign_memberships').find().toArray();
    expect(memberships.map(({ primaryMemberId }) => named(primaryMemberId)).toSorted()).toEqual([
      'Fern',
      'Max',
      'Ned',
    ]);
    const covered = memberships.flatMap(({ members: people }) =>
      people.map((one: { member_id: unknown }) => named(one.member_id)),
    );
    expect(covered).not.toContain('Lou');
    expect(all.find(({ firstNm }) => firstNm === 'Lou')).toMatchObject({ deathDay: 'unknown' });

    // What is to be completed stands with the person, and is counted, until somebody says that it is done.
    const ned = all.find(({ firstNm }) => firstNm === 'Ned');
    const path = `/v2/members/${String(ned?._id)}`;
    expect((await api.get(path, account)).body.toComplete).toMatchObject([
      { column: 'Phone' },
      { column: 'Family' },
    ]);
    const list = async () => (await api.get('/v2/members?to_complete=true', account)).body.members;
    expect(await list()).toHaveLength(2);
    await api.request
      .post('/v2/members')
      .set(api.as(account))
      .send({ _id: String(ned?._id), isComplete: true })
      .expect(200);
    expect((await api.get(path, account)).body.toComplete).toBeUndefined();
    expect(await list()).toHaveLength(1);
  });

  it('waits for the decision whether its head is here, and whoever is named in a row of somebody else is one person', async () => {
    await aMember({ organizationNumber, firstNm: 'Karl', lastNm: 'Fir', birthDt: '1960-01-02' });
    const sent = await imports.check(
      csvOf([
        ['First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household', 'Spouse'],
        ['Karl', 'Fir', '01/02/1960', 'Head of Household', 'H1', ''],
        ['Wilma', 'Fir', '', 'Spouse', 'H1', ''],
        ['John', 'Ivy', '02/03/1962', 'Head of Household', 'H2', 'Mary Ivy'],
        ['Mary', 'Ivy', '02/03/1964', '', 'H2', ''],
      ]),
    );
    expect(sent).toMatchObject({
      counts: { create: 2, duplicates: 1, faulty: 1, skip: 1 },
      families: { people: 2, households: 1, toComplete: 0 },
    });
    const rows = await imports.rows(sent._id);
    expect(rows.map(({ note, faults }) => faults[0]?.message ?? note)).toEqual([
      ...[null, 'Waits for the decision on Karl Fir, row 2'],
      ...[null, 'The same as row 5', null],
    ]);
    const choose = [{ row: 2, choice: 'create' }];
    const { body } = await imports.post(`/${sent._id}`, { duplicates: choose }).expect(200);
    expect(body).toMatchObject({ counts: { create: 4, faulty: 0, skip: 1 }, families: { households: 2 } });
    // What is noted of a row without its family is said again.
    expect((await imports.rows(sent._id))[1]?.note).toBe('The birth date is not known');
    await imports.change(sent._id, { answers: { relatives: 'members' } });
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 4, households: 2 });
    expect((await members()).find(({ firstNm }) => firstNm === 'Mary')).toMatchObject({
      relationship: 'Spouse',
    });
  });

  it('follows rows that are mended: how many people they have, who they are, and whom they live with', async () => {
    const { _id: campaignId } = await aCampaign({ organizationNumber });
    const { _id } = await imports.check(
      csvOf([
        ['First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household', 'Spouse'],
        ['Ann', 'Fir', '01/02/1960', 'Head of Household', 'H1', 'Bob Fir 2/3/1959'],
        ['Cy', 'Fir', '03/04/1990', 'Son', 'H1', ''],
        ['Flo', 'Fir', '03/04/1991', 'Daughter', 'H1', ''],
        ['Dee', 'Elm', '01/02/1970', 'Head of Household', 'H2', ''],
      ]),
    );
    const mend = async (row: number, cells: object) =>
      (await imports.post(`/${_id}`, { rows: [{ row, cells }] }).expect(200)).body;
    const made = async () => (await imports.rows(_id)).map(({ row, name }) => [row, name]);
    expect(await mend(5, { Spouse: 'Ed Elm' })).toMatchObject({
      counts: { create: 6 },
      families: { people: 6, households: 2 },
    });
    expect(await made()).toContainEqual([5.01, 'Ed Elm']);
    expect(await mend(5, { Spouse: '' })).toMatchObject({ counts: { create: 5 }, families: { people: 5 } });
    await imports.post(`/${_id}`, { rows: [{ row: 2.01, cells: { Spouse: 'x' } }] }).expect(422);
    await mend(2, { Spouse: 'Bobby Fir 2/3/1958' });
    await imports.change(_id, { answers: { campaignId, relatives: 'members' } });
    expect(await made()).toEqual([
      ...[
        [2, 'Ann Fir'],
        [2.01, 'Bobby Fir'],
      ],
      ...[
        [3, 'Cy Fir'],
        [4, 'Flo Fir'],
        [5, 'Dee Elm'],
      ],
    ]);
    const moved = await mend(2, { Household: 'H9' });
    expect(moved).toMatchObject({ counts: { create: 5 }, families: { people: 5, households: 3 } });
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 5, households: 3, memberships: 3 });
    const homes = (await members()).map((one) => String(one['household_id']));
    expect(new Set(homes).size).toBe(3);
  });

  it('is joined by a row before it that gets its key when it is mended', async () => {
    const { _id, families } = await imports.check(
      csvOf([
        ['First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household'],
        ['Ann', 'Fir', '01/02/1960', 'Head of Household', 'HI'],
        ['Cy', 'Fir', '03/04/2014', 'Son', 'H1'],
        ['Flo', 'Fir', '03/04/2016', 'Daughter', 'H1'],
      ]),
    );
    expect(families).toMatchObject({ people: 1, households: 1 });
    const { body } = await imports.post(`/${_id}`, { rows: [{ row: 2, cells: { Household: 'H1' } }] });
    expect(body).toMatchObject({ counts: { create: 3, faulty: 0 }, families: { people: 3, households: 1 } });
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 3, households: 1 });
  });

  it('is one of its file: the same number of another list is another family, unless somebody says so', async () => {
    await imports.run((await imports.check(file(...OKAFORS)))._id);
    const zone = file(
      ['Zapata', 'Lucia', '01/02/1970', 'Head of Household', 'H1', ''],
      ['Zapata', 'Mateo', '02/03/1972', 'Spouse', 'H1', ''],
    );
    const sent = await imports.check(zone);
    expect(sent).toMatchObject({
      counts: { create: 2 },
      families: { households: 1 },
      questions: [
        {
          name: 'families',
          answer: 'new',
          isRequired: false,
          text: expect.stringContaining(
            '“H1” of this file: Lucia Zapata and Mateo Zapata. Here: Samuel Okafor',
          ),
        },
      ],
    });
    const same = await imports.change(sent._id, { answers: { families: 'same' } });
    expect(same.families).toMatchObject({ households: 0, doubts: [{ doubt: 'joins' }] });
    await imports.change(sent._id, { answers: { families: 'new' } });
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 2, households: 1 });
    // Each of the two families with this number is found by what its people have in common with it.
    for (const [lastNm, name] of [
      ['Okafor', 'Samuel Okafor'],
      ['Zapata', 'Lucia Zapata'],
    ] as const) {
      const row = [lastNm, 'Ben', '3/4/2014', 'Son', 'H1', '', 'Invalid Date of Birth'];
      const { families } = await imports.check(csvOf([[...HEADING, 'Reason'], row]));
      expect(families).toMatchObject({
        households: 0,
        doubts: [{ doubt: 'joins', first: [{ text: expect.stringContaining(name) }] }],
      });
    }
  });

  it('has no last name, zero or None for a key: who lives at one address does', async () => {
    const heading = ['First Name', 'Last Name', 'Birth Date', 'Family', 'Relationship', 'Address'];
    const [fern, river] = ['1 Fern Way, Laurel, MD 20707', '77 River Rd, Bowie, MD 20715'];
    const sent = await imports.check(
      csvOf([
        heading,
        ['Orla', 'Kestrel', '1/2/1965', 'Kestrel', 'Head of Household', fern],
        ['Maud', 'Kestrel', '1/2/1948', 'The Kestrel Family', 'Head of Household', river],
        ['Piers', 'Kestrel', '1/2/1963', 'Kestrel', 'Spouse', fern],
        ['Silas', 'Kestrel', '1/2/1946', 'Kestrel', 'Spouse', river],
        ['Una', 'Thorne', '1/2/1990', 'None', '', ''],
        ['Enid', 'Pardoe', '1/2/1931', '0', '', ''],
      ]),
    );
    expect(sent).toMatchObject({
      questions: [{ name: 'familyNames', answer: 'address', isRequired: false }],
      families: { people: 6, households: 4, doubts: [] },
    });
    const byName = await imports.change(sent._id, { answers: { familyNames: 'alone' } });
    expect(byName.families).toMatchObject({ households: 6 });
  });

  it('has the name of its head and an address for a key, and is asked about without one', async () => {
    const heading = ['First Name', 'Last Name', 'Birth Date', 'Head of Household', 'Address', 'Spouse'];
    const fern = '1 Fern Way, Laurel, MD 20707';
    const sent = await imports.check(
      csvOf([
        heading,
        ['Orla', 'Kestrel', '1/2/1965', 'Self', fern, 'Piers'],
        ['Una', 'Kestrel', '1/2/1990', 'Orla Kestrel', fern, ''],
        ['Maud', 'Pardoe', '1/2/1948', 'Self', '', ''],
        ['Silas', 'Thorne', '1/2/1946', 'Maud Pardoe', '', ''],
        ['Enid', 'Moss', '1/2/1931', '✓', '', ''],
      ]),
    );
    expect(sent.questions).toContainEqual(
      expect.objectContaining({ name: 'familyNames', answer: null, isRequired: true }),
    );
    const known = { relatives: 'members' };
    for (const [familyNames, households] of [
      ['address', 4],
      ['name', 3],
    ] as const) {
      const read = await imports.change(sent._id, { answers: { ...known, familyNames } });
      expect(read.families).toMatchObject({ people: 6, households });
    }
  });
});

describe('people who are in the books', () => {
  it('are shown beside a row that is likely to be them, and a choice is made for each', async () => {
    const known = await aMember({
      organizationNumber,
      firstNm: 'Samuel',
      lastNm: 'Okafor',
      birthDt: '1961-03-14',
    });
    const sent = await imports.check(
      file(
        ['Okafor', 'Sam', '3/14/1961', '', '', ''],
        ['Okafor', 'Samuel', '3/14/1961', '', '', '3015550100'],
        LEE,
      ),
    );
    expect(sent.counts).toMatchObject({ create: 1, duplicates: 2 });
    const [sam, samuel] = await imports.rows(sent._id, 'state=duplicate');
    expect(sam).toMatchObject({
      duplicates: [{ _id: known._id, reasons: ['birth_date_and_name'] }],
      choice: null,
    });
    // Without a choice they are left.
    const choose = (duplicates: object[]) => imports.post(`/${sent._id}`, { duplicates });
    await choose([{ row: 99, choice: 'skip' }]).expect(422);
    await choose([{ row: 2, choice: 'maybe' }]).expect(422);
    const { body } = await choose([
      { row: sam?.row, choice: 'create' },
      { row: samuel?.row, choice: known._id },
    ]).expect(200);
    expect(body.counts).toEqual({
      rows: 3,
      create: 2,
      change: 1,
      skip: 0,
      faulty: 0,
      duplicates: 0,
      twice: 0,
    });
    const [change] = await imports.rows(sent._id, 'state=change');
    expect(change?.changes).toMatchObject([{ field: 'phones', to: [{}, { phoneNbr: '3015550100' }] }]);
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 2, changed: 1 });
    const [after] = await findMembers([known._id]);
    expect(after).toMatchObject({ version: 2, phones: [...known.phones, { phoneNbr: '3015550100' }] });
  });

  it('are left out where no choice is made, and go into errors.csv', async () => {
    await aMember({ organizationNumber, firstNm: 'Samuel', lastNm: 'Okafor', birthDt: '1961-03-14' });
    const sent = await imports.check(file(OKAFORS[0] ?? [], LEE));
    await imports.run(sent._id);
    expect(await members()).toHaveLength(2);
    expect(await imports.errors(sent._id)).toMatch(/Likely the same person as Samuel Okafor, M-/);
  });

  it('and likely doubles within the file are asked about too', async () => {
    const sent = await imports.check(file(OKAFORS[0] ?? [], ['Okafor', 'Samuel', '3/14/1961', '', '', '']));
    expect(sent.counts).toMatchObject({ create: 1, duplicates: 1 });
    expect(await imports.rows(sent._id, 'state=duplicate')).toMatchObject([{ row: 3, sameAsRow: 2 }]);
    await imports.post(`/${sent._id}`, { duplicates: [{ row: 3, choice: 'skip' }] }).expect(200);
    expect((await imports.get(sent._id)).counts).toMatchObject({ skip: 1, duplicates: 0, twice: 1 });
    // Decided or not.
    expect(await imports.rows(sent._id, 'twice=true')).toMatchObject([{ row: 3, state: 'skip' }]);
  });

  it('but father and son with suffixes of their own are not', async () => {
    const heading = ['Name', 'Phone'];
    const named = ['Boone, Cleophus Sr.', 'Boone, Cleophus Jr.', 'Boone, Cleophus', 'Boone, Cleophus junior'];
    const { _id, counts } = await imports.check(
      csvOf([heading, ...named.map((one, index) => [one, `301555${1000 + index}`])]),
    );
    expect(counts).toMatchObject({ create: 2, duplicates: 2 });
    expect(await imports.rows(_id, 'state=duplicate')).toMatchObject([
      { row: 4, sameAsRow: 2 },
      { row: 5, sameAsRow: 3 },
    ]);
  });

  it('are decided all alike, many of them in the background', async () => {
    const twin = (index: number) => ['Okafor', 'Samuel', '3/14/1961', '', '', `301555${1000 + index}`];
    const heading = ['Last Name', 'First Name', 'Birth Date', 'Relationship', 'Household', 'Phone'];
    const { _id, counts } = await imports.check(
      csvOf([heading, ...Array.from({ length: 303 }, (_, at) => twin(at))]),
    );
    expect(counts).toMatchObject({ create: 1, duplicates: 302, twice: 302 });
    const { body } = await imports.post(`/${_id}`, { alike: 'skip' }).expect(200);
    expect(body.status).toBe('mapping');
    await imports.work();
    expect(await imports.get(_id)).toMatchObject({
      status: 'checked',
      counts: { create: 1, skip: 302, duplicates: 0, twice: 302 },
    });
  });

  it('by no more than a name are asked about, and another person where they are chosen to be', async () => {
    const heading = ['Last Name', 'First Name'];
    const twice = await imports.check(csvOf([heading, ['Smith', 'Mary'], ['Smith', 'Mary']]));
    expect(twice.counts).toMatchObject({ create: 1, duplicates: 1, skip: 0 });
    const another = (row: number) => ({ duplicates: [{ row, choice: 'create' }] });
    await imports.post(`/${twice._id}`, another(3)).expect(200);
    expect((await imports.run(twice._id)).outcome).toMatchObject({ created: 2, failed: 0 });
    const later = await imports.check(csvOf([heading, ['Smith', 'Mary']]));
    expect(later.counts).toMatchObject({ duplicates: 1 });
    await imports.post(`/${later._id}`, another(2)).expect(200);
    expect((await imports.run(later._id)).outcome).toMatchObject({ created: 1, failed: 0 });
    expect(await members()).toHaveLength(3);
  });

  it('are changed by their number, keep what the row leaves open, and others join their household', async () => {
    const known = await aMember({ organizationNumber, lastNm: 'Okafor' });
    const rows = [
      ['Member Number', 'First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household'],
      [known.memberId, '', 'Okafor-Eze', '', '', '1'],
      ['', 'Ada', 'Okafor-Eze', '5/6/2012', 'Daughter', '1'],
      ['M-999999', 'Ben', 'Lee', '5/6/1992', '', ''],
    ];
    const sent = await imports.check(csvOf(rows));
    expect(sent.counts).toMatchObject({ create: 2, change: 1 });
    expect((await imports.rows(sent._id))[2]?.note).toBe('Nobody here has M-999999: a new number is given');
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 2, changed: 1, households: 1 });
    const [after] = await findMembers([known._id]);
    expect(after).toMatchObject({ lastNm: 'Okafor-Eze', firstNm: known.firstNm, birthDt: known.birthDt });
    const ada = (await members()).find(({ firstNm }) => firstNm === 'Ada');
    expect(String(ada?.['household_id'])).toBe(known.household_id);
    expect((await imports.check(csvOf(rows.slice(0, 2)))).counts).toMatchObject({ skip: 1 });
  });

  it('are not made inactive while they are the primary member of active people', async () => {
    const { members: family, primary } = await aHousehold({ organizationNumber, size: 2 });
    const heading = ['Member Number', 'Active'];
    const alone = await imports.check(csvOf([heading, [primary.memberId, 'No']]));
    expect(alone.counts).toMatchObject({ change: 0, faulty: 1 });
    expect((await imports.rows(alone._id))[0]?.faults).toEqual([
      {
        column: 'Active',
        message:
          'The primary member cannot be deactivated. Make another member primary first, on the tab Household.',
      },
    ]);
    // A family that leaves together may.
    const both = await imports.check(csvOf([heading, ...family.map(({ memberId }) => [memberId, 'No'])]));
    expect(both.counts).toMatchObject({ change: 2, faulty: 0 });
    // A member was reactivated after the check.
    const other = family.find(({ _id }) => _id !== primary._id);
    await collection('members').updateOne({ _id: objectId(other?._id ?? '') }, { $set: { isActive: false } });
    const late = await imports.check(csvOf([heading, [primary.memberId, 'No']]));
    expect(late.counts).toMatchObject({ change: 1, faulty: 0 });
    await collection('members').updateOne({ _id: objectId(other?._id ?? '') }, { $set: { isActive: true } });
    expect((await imports.run(late._id)).outcome).toMatchObject({ changed: 0, failed: 1 });
    expect((await imports.run(both._id)).outcome).toMatchObject({ changed: 2, failed: 0 });
    expect((await imports.undo(both._id)).outcome).toMatchObject({ undone: 2 });
  });

  it('leave together beside a person who may not, and come and go again whatever the order of the file', async () => {
    const families = await Promise.all([1, 2, 3].map(() => aHousehold({ organizationNumber, size: 2 })));
    const [apart, together, returned] = families.map(({ members: people, primary }) => [
      primary,
      ...people.filter(({ _id }) => _id !== primary._id),
    ]);
    if (!apart || !together || !returned) throw new Error('there are three families');
    const setActive = (people: { _id: string }[], isActive: boolean) =>
      collection('members').updateMany(
        { _id: { $in: people.map(({ _id }) => objectId(_id)) } },
        { $set: { isActive } },
      );
    const rows = (answer: string) => [
      ['Member Number', 'Household', 'Active'],
      ...apart.map(({ memberId }) => [memberId, '', answer]),
      ...together.map(({ memberId }) => [memberId, 'H1', answer]),
    ];
    await setActive(returned.slice(1), false);
    const leaving = await imports.check(csvOf([...rows('No'), [returned[0]?.memberId ?? '', '', 'No']]));
    expect(leaving.counts).toMatchObject({ change: 5, faulty: 0 });
    await setActive(returned, true);
    expect((await imports.run(leaving._id)).outcome).toMatchObject({ changed: 4, failed: 1 });
    const coming = await imports.check(csvOf(rows('Yes')));
    expect((await imports.run(coming._id)).outcome).toMatchObject({ changed: 4, failed: 0 });
    expect((await imports.undo(coming._id)).outcome).toMatchObject({ undone: 4, kept: 0 });
  });

  it('are checked against the entry ages of a fund if they would pay for a new membership', async () => {
    const campaign = await aCampaign({ organizationNumber });
    await collection('campaigns').updateMany({}, { $set: { fundRules: { entryAge: { min: 18, max: 64 } } } });
    const lonely = await aMember({ organizationNumber, birthDt: '1940-01-01' });
    const primary = { birthDt: '1940-01-01' };
    const { members: family, primary: payer } = await aHousehold({ organizationNumber, size: 2, primary });
    const spouse = family.find(({ _id }) => _id !== payer._id);
    const heading = ['Member Number', 'Fund'];
    const sent = await imports.check(
      csvOf([
        heading,
        [lonely.memberId, campaign.campaignName],
        [spouse?.memberId ?? '', campaign.campaignName],
      ]),
    );
    expect(sent.counts).toMatchObject({ change: 1, faulty: 1 });
    expect((await imports.rows(sent._id, 'state=faulty'))[0]?.faults).toEqual([
      {
        column: 'Birth Date',
        message: `${campaign.campaignName} takes new members from 18 to 64 years of age`,
      },
    ]);
    const done = await imports.run(sent._id);
    expect(done.outcome).toMatchObject({ changed: 1, memberships: 0, uncovered: 1 });
    expect((await imports.rows(sent._id, 'outcome=changed'))[0]?.note).toBe(
      `${payer.firstNm} ${payer.lastNm} is too old for ${campaign.campaignName}, which takes new members from 18 to 64 years of age, so no membership was made`,
    );
  });

  it('are notified of dues as in the file, but stopped reminders stay stopped; an undo restores it', async () => {
    const known = await aMember({ organizationNumber });
    const rows = (day: string) =>
      csvOf([
        ['Member Number', 'Preferred Way', 'Stopped Reminders'],
        [known.memberId, 'By letter', day],
      ]);
    const { _id } = await imports.check(rows('03/14/2024'));
    await imports.run(_id);
    const stopped = {
      preferredWay: 'letter',
      unsubscribedDt: startOfDay('2024-03-14', api.deps.config.TIME_ZONE),
    };
    expect((await findMembers([known._id]))[0]).toMatchObject(stopped);
    expect((await imports.check(rows('03/15/2024'))).counts).toMatchObject({ skip: 1, change: 0 });
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 1 });
    expect((await findMembers([known._id]))[0]).toMatchObject({ preferredWay: null, unsubscribedDt: null });
  });

  it('of another tree are as if they were not there', async () => {
    const other = await aMember({ firstNm: 'Samuel', lastNm: 'Okafor', birthDt: '1961-03-14' });
    const sent = await imports.check(
      csvOf([
        ['Member Number', 'Name', 'Birth Date'],
        [other.memberId, 'Okafor, Samuel', '3/14/1961'],
      ]),
    );
    expect(sent.counts).toMatchObject({ create: 1 });
    await imports.post(`/${sent._id}`, { duplicates: [{ row: 2, choice: other._id }] }).expect(200);
    expect((await imports.get(sent._id)).counts).toMatchObject({ create: 1, change: 0 });
    const otherAccount = await anAccount({ role: 'manager', organizationNumber: other.organizationNumber });
    await api.get(`${imports.base}/${sent._id}`, otherAccount).expect(403);
    await api
      .get(`/v2/organizations/${other.organizationNumber}/imports/${sent._id}`, otherAccount)
      .expect(404);
  });
});

describe('a fund', () => {
  it('is joined by households, priced by its rules, and others stay as they are', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const heading = [...HEADING, 'Fund'];
    const joining = [...OKAFORS, LEE].map((row) => [...row, campaign.campaignName.toUpperCase()]);
    const sent = await imports.check(
      csvOf([heading, ...joining, ['Kim', 'Ann', '1/1/1950', '', '', '', 'Another Fund']]),
    );
    expect(sent.counts).toMatchObject({ create: 4, faulty: 1 });
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 4, memberships: 2 });
    const found = await collection('campaign_memberships').find({ organizationNumber }).toArray();
    expect(new Set(found.map(({ totalPrice }) => totalPrice))).toEqual(new Set([2500, 6000]));
    const [okafors] = found.filter(({ totalPrice }) => totalPrice === 6000);
    const stored = await readMembership(String(okafors?._id));
    expect(stored?.members.map(({ price }) => price)).toEqual([cents(2500), cents(2500), cents(1000)]);
    expect(await collection('audit_entries').countDocuments({ action: 'memberships.created' })).toBe(1);
  });

  it('is joined by many households without asking for each of them', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const rows = Array.from({ length: 20 }, (_, index) => [
      ...['Okafor', `Ann${index}`, '1/1/1950', 'Head of Household', `H${index}`, ''],
      campaign.campaignName,
    ]);
    const sent = await imports.check(csvOf([[...HEADING, 'Fund'], ...rows]));
    const findOne = vi.spyOn(mongoose.mongo.Collection.prototype, 'findOne');
    onTestFinished(() => findOne.mockRestore());
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 20, memberships: 20 });
    const contexts = findOne.mock.contexts as mongoose.mongo.Collection[];
    const asked = contexts.map(({ collectionName }) => collectionName);
    expect(asked).not.toContain('households');
    expect(asked).not.toContain('campaign_memberships');
  });

  it('covers who comes into a household that is in it already, and an undo takes them out again', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const heading = [...HEADING, 'Fund', 'Covered Since', 'Price By Hand'];
    const rows = OKAFORS.map((row) => [...row, campaign.campaignName, '', '']);
    const first = await imports.run((await imports.check(csvOf([heading, ...rows.slice(0, -1)])))._id);
    expect(first.outcome).toMatchObject({ created: 2, memberships: 1, joined: 0, uncovered: 0 });
    const [before] = await collection('campaign_memberships').find().toArray();
    const ada = [...(OKAFORS[2] ?? []), campaign.campaignName, '3/1/2020', ''];
    const ben = ['Okafor', 'Ben', '2014-05-06', 'Son', 'H1', '', campaign.campaignName, '', '$7.50'];
    const again = await imports.run(
      (await imports.check(csvOf([heading, ...rows.slice(0, -1), ada, ben])))._id,
    );
    expect(again.outcome).toMatchObject({ created: 2, memberships: 0, joined: 2, uncovered: 0 });
    expect((await imports.rows(again._id)).map(({ note }) => note).slice(-2)).toEqual([null, null]);
    const [after] = await collection('campaign_memberships').find().toArray();
    expect(after).toMatchObject({
      totalPrice: 6750,
      members: [{}, {}, { price: 1000, startDt: new Date('2020-03-01') }, { price: 750, priceOverride: 750 }],
    });
    const recorded = () => collection('audit_entries').countDocuments({ action: /^membership.person_/ });
    expect(await recorded()).toBe(2);

    expect(await imports.undo(again._id)).toMatchObject({ outcome: { undone: 2, kept: 0, joined: 0 } });
    const [back] = await collection('campaign_memberships').find().toArray();
    expect([back?.['totalPrice'], back?.['members']]).toEqual([before?.['totalPrice'], before?.['members']]);
    expect(await recorded()).toBe(4);
    expect(await members()).toHaveLength(2);
    // It is as the first import made it.
    expect((await imports.undo(first._id)).outcome).toMatchObject({ undone: 2, kept: 0, memberships: 0 });
  });

  it('keeps whom it added to a membership once they are charged or their part is edited', async () => {
    const [charging, other] = [
      await aCampaign({ organizationNumber }),
      await aCampaign({ organizationNumber }),
    ];
    const families = ['1', '2', '3'].map((home) => {
      const { campaignName } = home === '1' ? charging : other;
      return [
        ['Okafor', `Sam${home}`, '3/14/1961', 'Head of Household', home, '', campaignName],
        ['Okafor', `Ada${home}`, '5/6/2012', 'Daughter', home, '', campaignName],
      ];
    });
    const heading = [...HEADING, 'Fund'];
    await imports.run((await imports.check(csvOf([heading, ...families.map(([sam = []]) => sam)])))._id);
    const { _id } = await imports.check(csvOf([heading, ...families.flat()]));
    await imports.run(_id);
    const made = await collection('campaign_memberships').find({}).sort({ membershipNbr: 1 }).toArray();
    const [charged, edited] = [charging, other].map(({ _id: fund }) =>
      made.find(({ campaignId }) => String(campaignId) === fund),
    );
    const stored = await readMembership(String(charged?._id));
    if (!stored) throw new Error('there is no membership');
    await aDonation({ membership: stored, run: await aRun({ campaign: charging }) });
    await api.request
      .post(`/v2/membership/${String(edited?._id)}/price`)
      .set(api.as(account))
      .send({ member_id: String(edited?.['members'][1].member_id), price: 3, reason: 'Hardship' })
      .expect(200);
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 1, kept: 2, joined: 2 });
    const notes = (await imports.rows(_id, 'outcome=kept')).map(({ note }) => note);
    expect(notes).toEqual([
      expect.stringMatching(/^Stays: the membership P-\d+ has dues for Ada1$/),
      expect.stringMatching(/^Stays: the part of Ada2 in the membership P-\d+ was edited since$/),
    ]);
  });

  it('keeps whom it added to a membership once they are its primary member', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { primary } = await aHousehold({ organizationNumber });
    const membership = await aMembership({ campaign, primary });
    const { _id } = await imports.check(
      csvOf([
        ['Member Number', 'First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household', 'Fund'],
        [primary.memberId, '', '', '', '', '1', ''],
        ['', 'Ben', 'Lee', '5/6/1992', 'Son', '1', campaign.campaignName],
      ]),
    );
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 1, joined: 1 });
    const ben = (await members()).find(({ firstNm }) => firstNm === 'Ben');
    await api.request
      .post(`/api/v1/member/${primary._id}/campaign-membership/${membership._id}`)
      .set(api.as(account))
      .send({ primaryMemberId: String(ben?._id) })
      .expect(200);
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 0, kept: 1, joined: 1 });
    expect((await imports.rows(_id, 'outcome=kept'))[0]?.note).toBe(
      `Stays: Ben is the primary member of the membership ${membership.externalRef} now`,
    );
    const [found] = await findMembers([String(ben?._id)]);
    expect(found?.firstNm).toBe('Ben');
  });

  it('adds nobody again who was taken out of the membership of their household, and their row says so', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members: family, primary } = await aHousehold({ organizationNumber, size: 2 });
    const other = family.find(({ _id }) => _id !== primary._id);
    if (!other) throw new Error('nobody else lives there');
    const { _id: membershipId, externalRef } = await aMembership({ campaign, primary, covered: [other] });
    await collection('campaign_memberships').updateOne(
      { _id: objectId(membershipId) },
      { $set: { 'members.1.isActive': false } },
    );
    const row = [other.memberId, campaign.campaignName];
    const { _id } = await imports.check(csvOf([['Member Number', 'Fund'], row]));
    expect((await imports.run(_id)).outcome).toMatchObject({ memberships: 0, joined: 0, uncovered: 1 });
    expect((await imports.rows(_id))[0]?.note).toBe(
      `${other.firstNm} ${other.lastNm} was taken out of the membership ${externalRef}, so they were not added: add them again on its page`,
    );
  });

  it('covers nobody twice who is in it by another membership', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members: family, primary } = await aHousehold({ organizationNumber, size: 2 });
    const other = family.find(({ _id }) => _id !== primary._id);
    if (!other) throw new Error('nobody else lives there');
    await aMembership({ campaign, primary });
    await aMembership({ campaign, primary: other });
    const row = [other.memberId, campaign.campaignName];
    const { _id } = await imports.check(csvOf([['Member Number', 'Fund'], row]));
    expect((await imports.run(_id)).outcome).toMatchObject({ memberships: 0, joined: 0, uncovered: 0 });
    const made = await collection('campaign_memberships').find().toArray();
    expect(made.map((one) => one['members'].length)).toEqual([1, 1]);
  });

  it('covers nobody twice whose household pays by no membership of its own', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const spouses = await aHousehold({ organizationNumber, size: 3 });
    const [, spouse, child] = spouses.members;
    const others = await aHousehold({ organizationNumber, size: 2 });
    const [, alone] = others.members;
    const outside = await aMember({ organizationNumber });
    if (!spouse || !child || !alone) throw new Error('nobody else lives there');
    await aMembership({ campaign, primary: spouse });
    await aMembership({ campaign, primary: outside, covered: [others.primary] });
    const numbers = [spouse, child, others.primary, alone].map(({ memberId }) => memberId);
    const { _id } = await imports.check(
      csvOf([['Member Number', 'Fund'], ...numbers.map((number) => [number, campaign.campaignName])]),
    );
    expect((await imports.run(_id)).outcome).toMatchObject({ memberships: 1, joined: 0, uncovered: 1 });
    const made = await collection('campaign_memberships').find().sort({ membershipNbr: 1 }).toArray();
    const covered = made.map((one) =>
      (one['members'] as { member_id: unknown }[]).map(({ member_id }) => String(member_id)),
    );
    expect(covered).toEqual([
      [spouse._id],
      [outside._id, others.primary._id],
      [spouses.primary._id, child._id],
    ]);
    const { firstNm, lastNm } = others.primary;
    expect((await imports.rows(_id)).map(({ note }) => note)).toEqual([
      `Nothing differs from ${spouse.memberId}`,
      null,
      `Nothing differs from ${others.primary.memberId}`,
      `${firstNm} ${lastNm}, who would pay, is in ${campaign.campaignName} by another membership, so no membership was made: add them to that one on its page`,
    ]);
  });

  it('covers nobody twice whom the office enters at the moment of it', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members: family, primary } = await aHousehold({ organizationNumber, size: 2 });
    const other = family.find(({ _id }) => _id !== primary._id);
    if (!other) throw new Error('nobody else lives there');
    await aMembership({ campaign, primary });
    const row = [other.memberId, campaign.campaignName];
    const { _id } = await imports.check(csvOf([['Member Number', 'Fund'], row]));
    await beforeWrite(
      'updateMany',
      () => aMembership({ campaign, primary: other }),
      () => imports.run(_id),
    );
    expect((await imports.get(_id)).outcome).toMatchObject({ memberships: 0, joined: 0, uncovered: 1 });
    expect((await imports.rows(_id))[0]?.note).toMatch(/ by another membership now\.$/);
    const made = await collection('campaign_memberships').find().toArray();
    expect(made.map((one) => one['members'].length)).toEqual([1, 1]);
  });

  it('that is not active covers nobody by an import, and their row says so', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const heading = [...HEADING, 'Fund'];
    const [sam = [], ...others] = OKAFORS.map((row) => [...row, campaign.campaignName]);
    await imports.run((await imports.check(csvOf([heading, sam])))._id);
    await collection('campaign_memberships').updateMany({}, { $set: { isActive: false } });
    const again = await imports.run((await imports.check(csvOf([heading, sam, ...others])))._id);
    expect(again.outcome).toMatchObject({ created: 2, joined: 0, uncovered: 2 });
    expect((await imports.rows(again._id, 'outcome=created'))[0]?.note).toMatch(
      /^Their household has the membership P-\d+, which is inactive: add them to it on its page$/,
    );
  });

  it('is joined once by a household whose members stand apart in the file, by their numbers', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members: family, primary } = await aHousehold({ organizationNumber, size: 3 });
    const lonely = await aMember({ organizationNumber, isActive: false });
    const numbers = [...family, lonely].toReversed().map(({ memberId }) => memberId);
    const sent = await imports.check(
      csvOf([['Member Number', 'Fund'], ...numbers.map((number) => [number, campaign.campaignName])]),
    );
    const done = await imports.run(sent._id);
    expect([done.status, done.outcome.memberships]).toEqual(['done', 1]);
    const [made, ...others] = await collection('campaign_memberships').find().toArray();
    expect([String(made?.['primaryMemberId']), made?.['totalPrice'], others]).toEqual([
      primary._id,
      6000,
      [],
    ]);
    expect((await imports.rows(sent._id)).map(({ note }) => note)).toEqual([
      expect.stringMatching(/is inactive, so no membership was made$/),
      null,
      null,
      null,
    ]);
  });

  it('is joined by a member alone whose household belongs to another tree', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { household_id } = await aHousehold();
    const member = await aMember({ organizationNumber });
    await collection('members').updateOne(
      { _id: objectId(member._id) },
      { $set: { household_id: objectId(household_id) } },
    );
    const sent = await imports.check(
      csvOf([
        ['Member Number', 'Fund'],
        [member.memberId, campaign.campaignName],
      ]),
    );
    await imports.run(sent._id);
    const [made] = await collection('campaign_memberships').find().toArray();
    expect([String(made?.['primaryMemberId']), made?.['organizationNumber']]).toEqual([
      member._id,
      organizationNumber,
    ]);
  });

  it('is asked about once for everybody, and says who is too old for it', async () => {
    const campaign = await aCampaign({ organizationNumber });
    await collection('campaigns').updateMany({}, { $set: { fundRules: { entryAge: { min: 18, max: 64 } } } });
    const sent = await imports.check(file(LEE, ['Kim', 'Ann', '1/1/1950', '', '', '']));
    expect(sent.questions).toMatchObject([{ name: 'campaignId', answer: '', isRequired: false }]);
    const answered = await imports.change(sent._id, { answers: { campaignId: campaign._id } });
    expect(answered.counts).toMatchObject({ create: 1, faulty: 1 });
    expect((await imports.rows(sent._id, 'state=faulty'))[0]?.faults[0]?.message).toMatch(
      /takes new members from 18 to 64 years of age/,
    );
    expect((await imports.run(sent._id)).outcome).toMatchObject({ created: 1, memberships: 1 });
  });

  it('may be several, since when somebody is covered and at which price; entry ages are those of that day', async () => {
    const [grace, hope] = [await aCampaign({ organizationNumber }), await aCampaign({ organizationNumber })];
    for (const [{ _id }, campaignName] of [
      [grace, 'Grace; the Fund'],
      [hope, 'Hope'],
    ] as const)
      await collection('campaigns').updateOne({ _id: objectId(_id) }, { $set: { campaignName } });
    await collection('campaigns').updateMany({}, { $set: { fundRules: { entryAge: { min: 18, max: 64 } } } });
    const heading = [
      'Last Name',
      'First Name',
      'DOB',
      'Fund',
      'Other Funds',
      'In The Fund Since',
      'Price By Hand',
    ];
    const checked = await imports.check(
      csvOf([
        heading,
        ['Kim', 'Ann', '1/1/1950', 'Hope', 'grace; the fund', '3/1/2010; 12/31/2014', '; $7.50'],
        ['Lee', 'Bo', '1/1/1950', 'Hope', 'Grace; the Fund', '3/1/2010; 1/1/2015', ''],
        ['Eze', 'Cy', '1/1/1950', 'Hope', 'Grace; the Fund', '3/1/2010', ''],
        ['Day', 'Di', '1/1/1980', 'Hope', 'Grace; the Fund', '3/1/2010; 3/1/2011; 3/1/2012', '5'],
        ['Roe', 'Ed', '1/1/1980', 'Hope', 'Grace; another; Hope', '', ''],
        ['Fry', 'Flo', '1/1/1980', 'Hope', '', '2/30/2010', 'free'],
      ]),
    );
    const faults = (await imports.rows(checked._id, 'state=faulty')).map(({ faults: found }) =>
      found.map(({ column, message }) => `${column}: ${message}`),
    );
    const each = 'Write one for each of the 2 funds, with a semicolon between them';
    expect(faults).toEqual([
      ['Birth Date: Grace; the Fund takes new members from 18 to 64 years of age'],
      [`Covered Since: ${each}`, `Price By Hand: ${each}`],
      [
        'Fund: There is no fund “Grace” here',
        'Fund: There is no fund “another” here',
        'Fund: “Hope” is named twice',
      ],
      ['Price By Hand: “free” is not an amount: write it as 45.00 or $1,234.50'],
    ]);
    expect((await imports.run(checked._id)).outcome).toMatchObject({ created: 2, memberships: 4 });
    const made = await collection('campaign_memberships').find({ nameKey: /^kim/ }).toArray();
    const part = ({ _id }: { _id: string }) => made.find(({ campaignId }) => String(campaignId) === _id);
    expect(part(hope)).toMatchObject({
      activeDt: new Date('2010-03-01'),
      members: [{ startDt: new Date('2010-03-01'), priceOverride: null }],
    });
    expect(part(grace)).toMatchObject({
      activeDt: new Date('2014-12-31'),
      totalPrice: 750,
      members: [{ startDt: new Date('2014-12-31'), price: 750, priceOverride: 750 }],
    });
    expect((await imports.undo(checked._id)).outcome).toMatchObject({ undone: 2, kept: 0, memberships: 0 });
    expect(await collection('campaign_memberships').countDocuments({ organizationNumber })).toBe(0);
  });
});

describe('an undo', () => {
  it('takes everything back: people, households, memberships, changes; the file may be loaded again', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const known = await aMember({ organizationNumber, lastNm: 'Eze' });
    const before = await members();
    const rows = [
      [...HEADING, 'Fund', 'Member Number', 'Street', 'City', 'State', 'Zip'],
      ...OKAFORS.map((row) => [...row, campaign.campaignName, '']),
      ['Eze-Lee', '', '', '', '', '2405550101', '', known.memberId, '1 Elm Street', 'Laurel', 'MD', '20707'],
    ];
    const { _id } = await imports.check(csvOf(rows));
    await imports.post(`/${_id}/undo`).expect(409);
    await imports.run(_id);
    expect(await collection('campaign_memberships').countDocuments({ organizationNumber })).toBe(1);
    expect(await imports.undo(_id)).toMatchObject({
      status: 'undone',
      outcome: { undone: 4, kept: 0, created: 0, changed: 0, households: 0, memberships: 0 },
    });
    const after = await members();
    const plain = ({
      version: _v,
      modifiedBy: _b,
      modifiedDt: _d,
      contactDt: _c,
      ...rest
    }: Record<string, unknown>) => rest;
    expect(after.map(plain)).toEqual(before.map(plain));
    expect(await collection('campaign_memberships').countDocuments({ organizationNumber })).toBe(0);
    expect(await collection('households').countDocuments()).toBe(1);
    expect(await organization()).toMatchObject({ membersCnt: 1 });
    expect(await collection('audit_entries').countDocuments({ action: 'members.import_undone' })).toBe(1);
    await imports.post(`/${_id}/run`).expect(409);
    expect((await imports.check(csvOf(rows))).counts).toMatchObject({ create: 3, change: 1 });
  });

  it('leaves who was edited, charged or used since, with their household, and says why', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const joins = [...HEADING, 'Fund'];
    const { _id } = await imports.check(
      csvOf([
        joins,
        ...OKAFORS.map((row) => [...row, '']),
        [...LEE, campaign.campaignName],
        ['Kim', 'Ann', '1/1/1950', '', '', '', ''],
        ['Poe', 'Ed', '1/1/1950', '', '', '', ''],
        ['Roe', 'Jo', '1/1/1950', '', '', '', ''],
      ]),
    );
    await imports.run(_id);
    const byName = new Map(
      (await members()).map((member) => [member['firstNm'] as string, String(member._id)]),
    );
    await api.request
      .post('/v2/members')
      .set(api.as(account))
      .send({ _id: byName.get('Ruth'), phones: [{ phoneNbr: '3015550111' }] })
      .expect(200);
    const [membership] = await collection('campaign_memberships').find({ organizationNumber }).toArray();
    const stored = await readMembership(String(membership?._id));
    if (!stored) throw new Error('there is no membership');
    await aDonation({ membership: stored, run: await aRun({ campaign }) });
    await anAccount({ memberId: byName.get('Ann') });
    await api.request
      .post(`/v2/organizations/${organizationNumber}/contacts`)
      .set(api.as(account))
      .send({ member_id: byName.get('Ed'), title: 'Deacon' })
      .expect(201);
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 1, kept: 6 });
    const notes = (await imports.rows(_id, 'outcome=kept')).map(({ name, note }) => `${name}: ${note}`);
    expect(notes).toEqual([
      'Samuel Okafor: Stays: Ruth was edited since',
      'Ruth Okafor: Stays: Ruth was edited since',
      'Ada Okafor: Stays: Ruth was edited since',
      expect.stringMatching(/^Mei-Ling Lee: Stays: the membership P-\d+ has dues$/),
      'Ann Kim: Stays: Ann has a sign-in now',
      'Ed Poe: Stays: Ed is a contact of their organization now',
    ]);
    expect((await members()).map(({ firstNm }) => firstNm)).not.toContain('Jo');
  });

  it('takes the cover of people who were here back, and what was changed of them', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const known = await aMember({ organizationNumber, lastNm: 'Eze' });
    const mixed = await aMember({ organizationNumber, lastNm: 'Lee' });
    const edited = await aMember({ organizationNumber, lastNm: 'Kim' });
    const rows = [
      ['Member Number', 'First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household', 'Fund'],
      [known.memberId, '', 'Eze-Day', '', '', '1', campaign.campaignName],
      [mixed.memberId, '', 'Lee-Day', '', '', '2', campaign.campaignName],
      ['', 'Ada', 'Lee', '5/6/2012', 'Daughter', '2', campaign.campaignName],
      [edited.memberId, '', 'Kim-Day', '', '', '3', campaign.campaignName],
    ];
    const { _id } = await imports.check(csvOf(rows));
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 1, changed: 3, memberships: 3 });
    await api.request
      .post('/v2/members')
      .set(api.as(account))
      .send({ _id: edited._id, phones: [{ phoneNbr: '3015550111' }] })
      .expect(200);
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 3, kept: 1, memberships: 0 });
    expect(await collection('campaign_memberships').countDocuments()).toBe(0);
    expect((await members()).map(({ lastNm }) => lastNm)).toEqual(['Eze', 'Lee', 'Kim-Day']);
    expect((await imports.rows(_id, 'outcome=kept'))[0]?.note).toBe(
      `Stays: ${edited.firstNm} was edited since. Their cover was taken back`,
    );
  });

  it('leaves a household with the cover of those who were here when one of it was edited or charged', async () => {
    const [campaign, charging] = [
      await aCampaign({ organizationNumber }),
      await aCampaign({ organizationNumber }),
    ];
    const [one, other] = [await aMember({ organizationNumber }), await aMember({ organizationNumber })];
    const { _id } = await imports.check(
      csvOf([
        ['Member Number', 'First Name', 'Last Name', 'Birth Date', 'Relationship', 'Household', 'Fund'],
        [one.memberId, '', 'Lee-Day', '', '', '1', campaign.campaignName],
        ['', 'Ada', 'Lee', '5/6/2012', 'Daughter', '1', campaign.campaignName],
        [other.memberId, '', 'Kim-Day', '', '', '2', charging.campaignName],
      ]),
    );
    await imports.run(_id);
    const ada = (await members()).find(({ firstNm }) => firstNm === 'Ada');
    await api.request
      .post('/v2/members')
      .set(api.as(account))
      .send({ _id: String(ada?._id), phones: [{ phoneNbr: '3015550111' }] })
      .expect(200);
    const charged = await collection('campaign_memberships').findOne({
      primaryMemberId: objectId(other._id),
    });
    const stored = await readMembership(String(charged?._id));
    if (!stored) throw new Error('there is no membership');
    await aDonation({ membership: stored, run: await aRun({ campaign: charging }) });
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 0, kept: 3, memberships: 2 });
    expect((await imports.rows(_id, 'outcome=kept')).map(({ note }) => note)).toEqual([
      'Stays: Ada was edited since',
      'Stays: Ada was edited since',
      expect.stringMatching(/^Stays: the membership P-\d+ has dues$/),
    ]);
    expect((await members()).map(({ lastNm }) => lastNm)).toEqual(['Lee-Day', 'Kim-Day', 'Lee']);
  });

  it.each([
    [
      'is made a contact',
      'Stays: Mei-Ling is a contact of their organization now',
      (id: string) =>
        api.request
          .post(`/v2/organizations/${organizationNumber}/contacts`)
          .set(api.as(account))
          .send({ member_id: id, title: 'Deacon' })
          .expect(201),
    ],
    [
      'gets somebody into their household',
      /^Stays: .* lives in their household now$/,
      async (id: string) => {
        const { primary } = await aHousehold({ organizationNumber });
        return api.request
          .post(`/api/v1/member/${id}/household/add`)
          .set(api.as(account))
          .send({ member_id: primary._id, relationship: 'Parent' })
          .expect(200);
      },
    ],
  ] as const)('leaves who %s at the moment of it', async (_name, note, other) => {
    const { _id } = await imports.check(file(LEE));
    await imports.run(_id);
    const [mei] = await members();
    await beforeWrite(
      'deleteOne',
      () => other(String(mei?._id)),
      () => imports.undo(_id),
    );
    const [row] = await imports.rows(_id, 'outcome=kept');
    expect(row?.note).toMatch(note);
    expect((await members()).map(({ _id: id }) => id)).toContainEqual(mei?._id);
    const homes = await collection('households').countDocuments({ _id: mei?.['household_id'] });
    expect(homes).toBe(1);
  });

  it('overwrites no edit that is made at the moment of it', async () => {
    const known = await aMember({ organizationNumber, lastNm: 'Eze' });
    const { _id } = await imports.check(
      csvOf([
        ['Member Number', 'Last Name'],
        [known.memberId, 'Eze-Lee'],
      ]),
    );
    await imports.run(_id);
    const edit = () =>
      api.request
        .post('/v2/members')
        .set(api.as(account))
        .send({ _id: known._id, lastNm: 'Eze-Day' })
        .expect(200);
    await beforeWrite('findOneAndUpdate', edit, () => imports.undo(_id));
    expect((await imports.get(_id)).outcome).toMatchObject({ undone: 0, kept: 1 });
    expect((await members()).map(({ lastNm }) => lastNm)).toEqual(['Eze-Day']);
  });

  it('leaves a household into which somebody moved', async () => {
    const { _id } = await imports.check(file(LEE));
    await imports.run(_id);
    const [mei] = await members();
    const { primary } = await aHousehold({ organizationNumber });
    await api.request
      .post(`/api/v1/member/${String(mei?._id)}/household/add`)
      .set(api.as(account))
      .send({ member_id: primary._id, relationship: 'Parent' })
      .expect(200);
    const { body } = await api.get(`${imports.base}/${_id}?staying=true`, account).expect(200);
    expect(body.staying).toEqual({ people: 1, of: 1 });
    expect((await imports.undo(_id)).outcome).toMatchObject({ undone: 0, kept: 1 });
  });
});

describe('a list', () => {
  it('has the imports of the organization, newest first, and rows page by page', async () => {
    const first = await imports.check(file(LEE));
    api.advance(1000);
    const second = await imports.check(file(...OKAFORS));
    const { body } = await api.get(imports.base, account).expect(200);
    expect(body.imports.map((one: { _id: string }) => one._id)).toEqual([second._id, first._id]);
    const page = await api.get(`${imports.base}/${second._id}/rows?page_size=2`, account).expect(200);
    expect(page.body.rows).toHaveLength(2);
    const rest = await api.get(
      `${imports.base}/${second._id}/rows?page_size=2&cursor=${page.body.next}`,
      account,
    );
    expect(rest.body).toMatchObject({ rows: [{ row: 4 }], next: null });
    const numbers = async (row: string) =>
      (await imports.rows(second._id, `row=${row}`)).map((one) => one.row);
    expect([await numbers('3'), await numbers('99')]).toEqual([[2, 3, 4], []]);
    await api.get(`${imports.base}/${second._id}/rows?row=x`, account).expect(422);
  });
});

// It reconnects, so it is the last.
describe('a column of families with few values', () => {
  it('is read once for each value, however many rows have it', async () => {
    const rows = Array.from({ length: 520 }, (_, index) => [
      `Lee${index}`,
      'Ann',
      '',
      '',
      `Zone ${index % 2}`,
      '',
    ]);
    const asked: number[] = [];
    const stop = await listenToCommands(api, (command) => {
      if (command.target !== 'import_rows' || command.name !== 'find') return;
      const keys = filtersOf(command)[0]?.filter['householdKey'] as { $in: string[] } | undefined;
      if (keys) asked.push(keys.$in.length);
    });
    onTestFinished(stop);
    const { counts } = await imports.check(file(...rows));
    expect(counts).toMatchObject({ rows: 520, faulty: 460 });
    expect(asked).toEqual([2]);
  });
});
