/** Lists of kinds that churches have, over HTTP from the upload to the books. */
import { beforeEach, describe, expect, it } from 'vitest';
import { aCampaign } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { csvOf, xlsxParts, zipOf, type importer } from '../../../../test/importing.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';

const api = await apiOfFile();
let account: Account;
let organizationNumber: string;
let imports: ReturnType<typeof importer>;
beforeEach(async () => {
  ({ organizationNumber, account, imports } = await importingAnew(api));
});
const members = () => collection('members').find({ organizationNumber }).sort({ memberId: 1 }).toArray();

describe('the dead of a list', () => {
  it('pay nothing and are covered by nobody, wherever it says so; whom they leave pays', async () => {
    const { _id: campaignId } = await aCampaign({ organizationNumber });
    const { _id } = await imports.check(
      csvOf([
        ['Last Name', 'First Name', 'Notes', 'Wife', 'Wife Notes', 'Child 1', 'Child 1 Status'],
        ['Ash', 'Hans', 'died 3/4/2024', 'Rosa', '', '', ''],
        ['Elm', 'Ned', '', 'Ida', 'died', 'Pip', 'Active'],
        ['Oak', 'Max', '', 'Flo', '', 'Tim', 'Deceased'],
        ['Yew', 'Lou', '', 'Eva', 'her mother died 2020', '', ''],
      ]),
    );
    const { counts, families } = await imports.change(_id, {
      answers: { campaignId, relatives: 'members' },
    });
    expect(counts).toMatchObject({ create: 10, faulty: 0 });
    expect(families).toMatchObject({ people: 10, households: 4, deceased: 3, toComplete: 1 });
    expect((await imports.rows(_id, 'left=true')).map(({ name }) => name)).toEqual(['Eva Yew']);
    await imports.run(_id);
    const all = await members();
    const named = (id: unknown) => String(all.find((one) => String(one._id) === String(id))?.['firstNm']);
    expect(all.filter(({ deceasedDt }) => deceasedDt).map(({ firstNm }) => firstNm)).toEqual([
      'Hans',
      'Ida',
      'Tim',
    ]);
    const memberships = await collection('campaign_memberships').find({ organizationNumber }).toArray();
    const paid = memberships.map(({ primaryMemberId, members: people }) => [
      named(primaryMemberId),
      people.map((one: { member_id: unknown }) => named(one.member_id)).toSorted(),
    ]);
    expect(Object.fromEntries(paid)).toEqual({
      Rosa: ['Rosa'],
      Ned: ['Ned', 'Pip'],
      Max: ['Flo', 'Max'],
      Lou: ['Eva', 'Lou'],
    });
  });

  it('who have a row of their own beside it are asked about', async () => {
    const { _id } = await imports.check(
      csvOf([
        ['Family', 'Last Name', 'First Name', 'Relationship', 'Spouse', 'Spouse Status'],
        ['1', 'Ash', 'Rosa', 'Head', 'Hans', 'Deceased'],
        ['1', 'Ash', 'Hans', 'Husband', '', ''],
      ]),
    );
    await imports.change(_id, { answers: { relatives: 'members' } });
    const [row] = await imports.rows(_id, 'left=true');
    expect(row).toMatchObject({ name: 'Hans Ash', row: 3 });
    expect(row?.left).toEqual([{ column: 'Family', message: expect.stringMatching(/^Row 2 .*alive\?$/) }]);
  });
});

describe('spouses with rows of their own, who name each other', () => {
  const list = csvOf([
    ['Last Name', 'First Name', 'Birth Date', 'Street', 'City', 'State', 'Zip', 'Spouse'],
    ['Ash', 'Rosa', '03/04/1982', '1 Elm St', 'Laurel', 'MD', '20707', 'Hans Ash'],
    ['Ash', 'Hans', '03/04/1980', '1 Elm St', 'Laurel', 'MD', '20707', 'Rosa Ash'],
    ['Oak', 'Max', '05/06/1970', '', '', '', '', 'Flo'],
    ['Oak', 'Flo', '07/08/1971', '', '', '', '', 'Max'],
    ['Yew', 'Lou', '05/06/1970', '', '', '', '', 'Eva'],
  ]);

  it('are two people, whether an address says that they live together or nothing does', async () => {
    const { _id } = await imports.check(list);
    const { counts, families } = await imports.change(_id, {
      answers: { relatives: 'members', households: 'address' },
    });
    // Whom rows of other families name are asked about.
    expect(counts).toMatchObject({ create: 6, skip: 2, duplicates: 2 });
    expect(families).toMatchObject({ doubts: [] });
    const rows = await imports.rows(_id);
    const of = (state: string) =>
      rows.filter((row) => row.state === state).map(({ name, sameAsRow, note }) => [name, sameAsRow, note]);
    expect(of('skip')).toEqual([
      ['Hans Ash', null, 'The same as row 3'],
      ['Rosa Ash', null, 'The same as row 2'],
    ]);
    expect(of('duplicate').map(([name, row]) => [name, row])).toEqual([
      ['Flo Oak', 5],
      ['Max Oak', 4],
    ]);
    await imports.change(_id, { alike: 'skip' });
    await imports.run(_id);
    const all = await members();
    expect(all.map(({ firstNm, relationship }) => [firstNm, relationship])).toEqual([
      ['Rosa', 'Spouse'],
      ['Hans', 'Head of Household'],
      ['Max', 'Head of Household'],
      ['Flo', 'Head of Household'],
      ['Lou', 'Head of Household'],
      ['Eva', 'Spouse'],
    ]);
  });
});

describe('families below their names', () => {
  const csv = csvOf([
    ['Name', 'Birth Date', 'Spouse', 'Children'],
    ['THE SORREL FAMILY', '', '', ''],
    ['Amos', '3/4/1955', '', ''],
    ['Kim (daughter)', '7/8/2012', '', ''],
    ['LINDQUIST', '', '', ''],
    ['Oskar', '1/2/1960', '', ''],
    ['Tim', '1/2/2015', '', ''],
    ['', '', '', ''],
    ['MOSS ED', '1/2/1961', '', ''],
    ['DECEASED MEMBERS', '', '', ''],
    ['ROE ANN', '', 'BO', 'CY (3/3/2014)'],
    ['=1+1', '', 'Di', ''],
  ]);
  const questions = ({ questions: all }: { questions: { name: string; text: string; answer: unknown }[] }) =>
    all.filter(({ answer }) => answer === null).map(({ name, text }) => `${name}: ${text}`);

  it('are asked about once, and so are the order of names and relatives of the dead', async () => {
    const sent = await imports.check(csv);
    expect(questions(sent)).toEqual([
      'familyHeadings: 2 rows have only the name of a family, as “THE SORREL FAMILY”. Do the people below each of them live together?',
      'nameOrder: 2 names are all in capitals, as in MOSS ED. Which part of them comes first?',
      'relatives: 3 people are in the columns of spouses and children. Are they members?',
      'deadRelatives: 3 people are in the columns of spouses and children, in rows below a heading of the dead. Are they alive?',
    ]);
    await imports.post(`/${sent._id}/run`).expect(409);
    const { _id, counts, families, notes } = await imports.change(sent._id, {
      answers: {
        ...{ familyHeadings: 'household', nameOrder: 'last' },
        ...{ relatives: 'members', deadRelatives: 'alive' },
      },
    });
    expect(counts).toMatchObject({ create: 8, faulty: 2, skip: 3 });
    expect(families).toMatchObject({ people: 8, households: 4, deceased: 1 });
    expect(notes).toContain('1 row is a total, a remark or an organization, not a person. It is left out.');
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 8, households: 4 });
    const homes = new Map<string, string[]>();
    for (const { household_id: home, firstNm, lastNm } of await members())
      homes.set(String(home), [...(homes.get(String(home)) ?? []), `${firstNm} ${lastNm}`]);
    expect([...homes.values()]).toEqual([
      ['Amos Sorrel', 'Kim Sorrel'],
      ['Oskar Lindquist', 'Tim Lindquist'],
      ['ED MOSS'],
      ['ANN ROE', 'BO ROE', 'CY ROE'],
    ]);
    // The same list with a row more above is the same people.
    const longer = await imports.check(csv.replace('THE SORREL', 'Ida Fry,1/2/1950,,\nTHE SORREL'));
    const same = await imports.change(longer._id, {
      answers: { familyHeadings: 'household', nameOrder: 'last', relatives: 'leave' },
    });
    // Ann, of whom no more than the name is known, is asked about.
    expect(same.counts).toMatchObject({ create: 1, duplicates: 1, change: 0 });
    const again = await imports.check(await imports.errors(_id));
    expect(questions(again).map((one) => one.replace(/:.*/, ''))).toEqual(['relatives', 'deadRelatives']);
  });

  it('are joined by a corrected row, which has the name of its family beside it', async () => {
    const { _id } = await imports.check(csv.replace('Kim (daughter)', '=Kim'));
    const answers = { familyHeadings: 'household', nameOrder: 'last', relatives: 'leave' };
    await imports.change(_id, { answers });
    expect((await imports.run(_id)).outcome).toMatchObject({ created: 5, failed: 0 });
    const errors = (await imports.errors(_id))
      .replace("'=Kim", '"Sorrel, Kim"')
      .replace("'=1+1", '"Roe, Zed"');
    const again = await imports.check(errors);
    await imports.change(again._id, { answers: { relatives: 'leave' } });
    await imports.run(again._id);
    const [amos, ...others] = await members();
    const kim = others.find(({ firstNm }) => firstNm === 'Kim');
    expect([kim?.['household_id'], kim?.['lastNm']]).toEqual([amos?.['household_id'], 'Sorrel']);
  });
});

describe('relatives in rows below the person of a family', () => {
  it('are asked about once, and live with that person', async () => {
    const { _id: campaignId } = await aCampaign({ organizationNumber });
    const sent = await imports.check(
      csvOf([
        ['FAMILY', 'PHONE', 'ADDRESS'],
        ['HOLLIS, Karl & Ute', '301-555-0501', '1 Elm St'],
        ['Children: Tim (10), Ann (12)', '', 'Laurel, MD 20707'],
        ['MOSS, Ed', '301-555-0502', '2 Elm St'],
        ['wife Flo', '', 'Bowie, MD 20715'],
        ['son Guy 5/6/2012', '', ''],
        [`ROE, ${'Z'.repeat(120)}`, '301-555-0503', ''],
        ['daughter Eva', '', ''],
      ]),
    );
    expect(sent.questions).toContainEqual(
      expect.objectContaining({ name: 'relatives', isRequired: true, answer: null }),
    );
    expect(sent.notes).toEqual([]);
    const answers = { campaignId, couples: 'two', relatives: 'members' };
    const { _id, families } = await imports.change(sent._id, { answers });
    expect(families).toMatchObject({
      funds: [expect.objectContaining({ memberships: 2 })],
      examples: [
        'Karl HOLLIS, Ute HOLLIS (Spouse), Tim HOLLIS (Child), Ann HOLLIS (Child)',
        'Ed MOSS, Flo MOSS (Spouse), Guy MOSS (Son)',
      ],
    });
    const { text } = await api.get(`${imports.base}/${_id}/errors.csv`, account);
    expect(text).toContain('Eva (daughter)');
    await imports.run(_id);
    const all = await members();
    expect(all.map(({ firstNm, birthDt, address }) => [firstNm, birthDt, address?.['cityNm']])).toEqual([
      ['Karl', null, 'Laurel'],
      ['Ute', null, 'Laurel'],
      ['Tim', null, 'Laurel'],
      ['Ann', null, 'Laurel'],
      ['Ed', null, 'Bowie'],
      ['Flo', null, 'Bowie'],
      ['Guy', '2012-05-06', 'Bowie'],
    ]);
  });
});

describe('two couples at one address', () => {
  const heading = ['First Name', 'Last Name', 'Spouse', 'Street', 'City', 'State', 'Zip'];
  const home = ['9 Elm St', 'Laurel', 'MD', '20707'];
  const ruiz = ['Ana', 'Ruiz', 'Luis', ...home];
  const others = [
    ['Eva', 'Paredes', 'Juan', ...home],
    ['Leo', 'Paredes', '', ...home],
    ['Pia', 'Ruiz', '', ...home],
  ];
  const answers = { relatives: 'members', households: 'address' };
  const FAMILIES = [
    ['Ana Ruiz', 'Luis Ruiz', 'Pia Ruiz'],
    ['Eva Paredes', 'Juan Paredes', 'Leo Paredes'],
  ];
  const homes = async () => {
    const named = new Map<string, string[]>();
    const all = (await members()).toSorted((one, other) => (one['firstNm'] < other['firstNm'] ? -1 : 1));
    for (const { household_id: id, firstNm, lastNm } of all)
      named.set(String(id), [...(named.get(String(id)) ?? []), `${firstNm} ${lastNm}`]);
    return [...named.values()];
  };

  it('are two families, each with those of its name, in one file and in two', async () => {
    const { _id } = await imports.check(csvOf([heading, ruiz, ...others]));
    const { families } = await imports.change(_id, { answers });
    expect(families?.doubts.map(({ doubt }) => doubt)).not.toContain('heads');
    // Checked again by itself.
    await imports.post(`/${_id}`, { duplicates: [{ row: 3, choice: 'create' }] }).expect(200);
    await imports.run(_id);
    expect(await homes()).toEqual(FAMILIES);
    await imports.undo(_id);
    const first = await imports.check(csvOf([heading, ruiz]));
    await imports.change(first._id, { answers: { relatives: 'members' } });
    await imports.run(first._id);
    const second = await imports.check(csvOf([heading, ...others.slice(0, 2)]));
    await imports.change(second._id, { answers });
    await imports.run(second._id);
    expect(await homes()).toEqual([FAMILIES[0]?.slice(0, 2), FAMILIES[1]]);
  });
});

describe('the number of a family that is here', () => {
  const heading = ['Household', 'Last Name', 'First Name', 'Birth Date', 'Street', 'City', 'State', 'Zip'];
  const ofByrne = (firstNm: string, birthDt: string) => [
    ...['1', 'Byrne', firstNm, birthDt],
    ...['2 Elm St', 'Laurel', 'MD', '20707'],
  ];
  const old = [ofByrne('Max', '1/2/1960'), ofByrne('Ida', '3/4/1962')];
  const asked = ({ questions }: { questions: { name: string; isRequired: boolean; answer: unknown }[] }) =>
    questions.filter(({ name }) => name === 'families').map(({ isRequired, answer }) => [isRequired, answer]);

  it('is asked about where nobody of it is in the file, and must be where name and address agree', async () => {
    await imports.run((await imports.check(csvOf([heading, ...old])))._id);
    // The same file once more, and with somebody new: they live with those who are here.
    expect(asked(await imports.check(csvOf([heading, ...old])))).toEqual([]);
    const more = await imports.check(csvOf([heading, ...old, ofByrne('Tim', '5/6/2014')]));
    expect([asked(more), more.families?.households]).toEqual([[], 0]);
    const alone = await imports.check(csvOf([heading, ofByrne('Flo', '7/8/1990')]));
    expect(asked(alone)).toEqual([[true, null]]);
    await imports.post(`/${alone._id}/run`).expect(409);
    const { families } = await imports.change(alone._id, { answers: { families: 'same' } });
    expect(families?.households).toBe(0);
    expect(asked(await imports.check(csvOf([heading, ['1', 'Fir', 'Lou', '7/8/1990']])))).toEqual([
      [false, 'new'],
    ]);
  });
});

describe('a wife who is called by her husband', () => {
  it('is likely the one whom the row of a couple names', async () => {
    const { _id } = await imports.check(csvOf([['Name'], ['Nan Orr (Mrs. Pat)'], ['Pat Orr and Nan']]));
    const { counts } = await imports.change(_id, { answers: { couples: 'two' } });
    expect(counts).toMatchObject({ create: 2, duplicates: 1 });
  });
});

describe('a list that is called by a state', () => {
  it('asks what that says of everybody in it, by its title or the name of its sheet', async () => {
    const rows = [
      ['Deceased Members 2019-2024'],
      ['Last Name', 'First Name'],
      ['Ash', 'Hans'],
      ['Elm', 'Ned'],
    ];
    const sheets = xlsxParts([
      ['Last Name', 'First Name'],
      ['Ash', 'Hans'],
      ['Elm', 'Ned'],
    ]);
    const named = {
      ...sheets,
      'xl/workbook.xml': sheets['xl/workbook.xml']?.replace('"Members"', '"Verstorbene"') ?? '',
    };
    for (const [file, title] of [
      [csvOf(rows), 'Deceased Members 2019-2024'],
      [zipOf(named), 'Verstorbene'],
    ] as const) {
      const sent = await imports.check(file);
      const name = `section: ${title} (list)`;
      expect(sent.questions).toContainEqual(
        expect.objectContaining({
          name,
          text: `The title of this list is “${title}”. What does it mean for the 2 people in it?`,
          isRequired: true,
          answer: null,
        }),
      );
      await imports.post(`/${sent._id}/run`).expect(409);
      const { families } = await imports.change(sent._id, { answers: { [name]: 'Deceased' } });
      expect(families).toMatchObject({ people: 2, deceased: 2 });
      expect((await imports.rows(sent._id))[0]?.note).toMatch(/^Has died, as the title of the list says/);
    }
  });

  it('says of nobody with a state in a column, and the name of a file says nothing', async () => {
    const names = ['Last Name', 'First Name', 'Status'];
    const members = [
      ['Ash', 'Hans', 'Member'],
      ['Elm', 'Ned', 'Inactive'],
    ];
    const file = await imports.check(csvOf([names, ...members]), 'Members incl. deceased 2026.csv');
    expect(file.questions.filter(({ name }) => name.startsWith('section'))).toEqual([]);
    expect(file.families).toMatchObject({ people: 2, deceased: 0 });
    const name = 'section: Deceased 2019 (list)';
    const sent = await imports.check(
      csvOf([['Deceased 2019'], names, ...members, ['Oak', 'Max', ''], ['Fir (deceased)', 'Ida', '']]),
    );
    expect(sent.questions).toContainEqual(expect.objectContaining({ name, isRequired: true }));
    await imports.change(sent._id, { answers: { [name]: '' } });
    const notes = (await imports.rows(sent._id)).map(({ note }) => note?.split('. ')[0]);
    expect(notes).toEqual([...Array(3).fill('The birth date is not known'), 'Has died']);
  });
});

describe('a heading within a list', () => {
  it('that says that those below have died is asked about once, and holds until somebody says otherwise', async () => {
    const { _id: campaignId } = await aCampaign({ organizationNumber });
    const sent = await imports.check(
      csvOf([
        ['Last Name', 'First Name', 'Phone'],
        ['Ash', 'Hans', '301-555-0101'],
        ['DECEASED MEMBERS (3)', '', ''],
        ['', '', ''],
        ['Elm', 'Ned', '301-555-0102'],
        ['Oak', 'Max & Flo', ''],
        ['Fir', '', '301-555-0103'],
        ['', '', ''],
        ['Yew', 'Eva', ''],
        ['ACTIVE MEMBERS', '', ''],
        ['Bay', 'Ida', ''],
        ['Former members', '', ''],
        ['Box', 'Pip', ''],
      ]),
    );
    const asked = ({ questions }: typeof sent) =>
      questions.filter(({ name }) => name.startsWith('section')).map(({ text, answer }) => [text, answer]);
    expect(asked(sent)).toEqual([
      ['3 rows stand below “Deceased members”: have these people died?', 'Deceased'],
      [
        '1 row stands further below “Deceased members”, after a blank row or another heading: has this person died?',
        null,
      ],
      ['1 row stands below “Former members”: what does it mean for this person?', null],
    ]);
    expect(sent.notes).toContain(
      '3 rows are totals, remarks or organizations, not people. They are left out.',
    );
    const answered = await imports.change(sent._id, {
      answers: {
        campaignId,
        couples: 'two',
        'section: deceased members …': 'Yes',
        'section: former members': 'No',
      },
    });
    expect(answered).toMatchObject({ problems: [], counts: { create: 7, faulty: 1, skip: 3 } });
    expect(answered.families).toMatchObject({ people: 7, deceased: 3 });
    const shown = await imports.rows(sent._id, 'state=create');
    const says = (name: string) => shown.find((one) => one.name === name)?.note;
    expect([says('Flo Oak'), says('Pip Box'), says('Ida Bay')].map((note) => note?.split('. ')[0])).toEqual([
      'Has died, as the heading above says',
      'Not active, as the heading above says',
      'The birth date is not known',
    ]);
    // Where the row is loaded again, the heading does not stand above it.
    const { text } = await api.get(`${imports.base}/${sent._id}/errors.csv`, account);
    expect(text).toMatch(/Phone,Active,Reason\r?\n.*Fir,,301-555-0103,Deceased,/);
    await imports.run(sent._id);
    expect(
      (await members()).map(({ firstNm, deceasedDt, isActive }) => [firstNm, Boolean(deceasedDt), isActive]),
    ).toEqual([
      ['Hans', false, true],
      ['Ned', true, true],
      ['Max', true, true],
      ['Flo', true, true],
      ['Eva', false, true],
      ['Ida', false, true],
      ['Pip', false, false],
    ]);
    expect(await collection('campaign_memberships').countDocuments({ organizationNumber })).toBe(3);
  });

  it('holds for rows that are checked later', async () => {
    const rows = Array.from({ length: 1_002 }, (_, index) => ['Lee', `${'ABCDEFGHIJ'[index % 10]}${index}`]);
    const sent = await imports.check(
      csvOf([['Last Name', 'First Name'], ...rows.slice(0, 998), ['In Memoriam', ''], ...rows.slice(998)]),
    );
    expect(sent.families).toMatchObject({ people: 1_002, deceased: 4 });
  });
});

describe('a column without a name', () => {
  it('that few rows fill is left out, named, and matched by hand', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => [
      `Lee`,
      `Ann${'abcdefghij'[index % 10]}${'abcdefghij'[Math.floor(index / 10) % 10]}${'abcdefghij'[Math.floor(index / 100)]}`,
      '',
      index % 290 === 289 ? '301-555-0142' : '',
    ]);
    const sent = await imports.check(csvOf([['Last Name', 'First Name', '', ''], ...rows]));
    expect(sent.columns.map(({ name, filled }) => [name, filled])).toEqual([
      ['Last Name', 600],
      ['First Name', 600],
      ['Column D', 2],
    ]);
    expect(sent).toMatchObject({ counts: { create: 600, faulty: 0 }, mapping: { 'Column D': null } });
    await imports.change(sent._id, { mapping: { ...sent.mapping, 'Column D': 'phone' } });
    const [with289] = await imports.rows(sent._id, 'cursor=290');
    expect(with289?.cells['Column D']).toBe('301-555-0142');
  });

  it('with text in it has the fault of a comma that shifts a row, until it has a field', async () => {
    const { _id, counts, mapping } = await imports.check(
      'Last Name,First Name,City,,\nLee,Ann,Laurel,,\nKim,Bo,Bowie,,\nRay,Ed,,,\nSorrel, Jr, Amos, Laurel,\nMoss,Di,Bowie,7,',
    );
    expect(counts).toMatchObject({ create: 4, faulty: 1 });
    const [shifted] = await imports.rows(_id, 'state=faulty');
    expect(shifted).toMatchObject({
      row: 5,
      faults: [{ column: 'Column D', message: expect.stringContaining('needs quotes around it') }],
    });
    const chosen = await imports.change(_id, { mapping: { ...mapping, 'Column D': 'middleInit' } });
    expect(chosen.counts).toMatchObject({ faulty: 0 });
  });
});

describe('names with more beside them, and states that may be about a death', () => {
  it('make nobody who is not named, charge none of the dead, and ask about the rest once', async () => {
    const { _id: campaignId } = await aCampaign({ organizationNumber });
    const { _id, questions, counts } = await imports.check(
      csvOf([
        ['Name', 'Status', 'Notes', 'Spouse'],
        ['Ash, Hans', 'Late', '', ''],
        ['Ash, Rosa', 'late', '', ''],
        ['Elm, Ned', 'Inactive - Deceased', '', ''],
        ['Oak, Max', 'Member', 'Passed 2020', ''],
        ['Yew, Lou (104)', 'RIP', '', ''],
        ['Amos and Vera Fir, Jr.', 'Member', '', ''],
        ['Bay 2', '', '', ''],
        ['W/o Eva Teak', 'Member', '', 'Same'],
      ]),
    );
    expect(questions.map(({ name }) => name)).toEqual(['isActive: late', 'couples', 'campaignId']);
    expect(counts).toMatchObject({ faulty: 2, skip: 1 });
    const answers = { campaignId, couples: 'two', 'isActive: late': 'Deceased' };
    const answered = await imports.change(_id, { answers });
    expect(answered).toMatchObject({ counts: { create: 8, faulty: 0, skip: 1 }, families: { deceased: 5 } });
    expect(
      (await imports.rows(_id, 'left=true')).map(({ name, left }) => [name, left?.[0]?.message]),
    ).toEqual([
      ['Max Oak', 'Only the year is written: 2020'],
      ['Lou Yew', '“104” beside the name is not kept'],
      ['Eva Teak', '“Same” is not a name, so no person is added'],
    ]);
    // A remark that is a person.
    const [remark] = await imports.rows(_id, 'state=skip');
    expect(remark).toMatchObject({ row: 8, note: 'A remark, left out' });
    const duplicates = [{ row: 8, choice: 'create' }];
    const chosen = await imports.post(`/${_id}`, { duplicates }).expect(200);
    expect(chosen.body.counts).toMatchObject({ create: 9, faulty: 0, skip: 0 });
    const cells = { Name: 'Bay, Ida' };
    const mended = await imports.post(`/${_id}`, { rows: [{ row: 8, cells }] }).expect(200);
    expect(mended.body.counts).toMatchObject({ create: 9, faulty: 0 });
    await imports.run(_id);
    const memberships = await collection('campaign_memberships').find({ organizationNumber }).toArray();
    expect([memberships.length, memberships.flatMap((one) => one['members'] as unknown[]).length]).toEqual([
      3, 4,
    ]);
  });
});

describe('our own list', () => {
  it('that a spreadsheet has opened and saved changes nothing', async () => {
    const { _id } = await imports.check(
      csvOf([
        ['Last Name', 'First Name', 'Birth Date', 'Street', 'City', 'State', 'Zip', 'External Reference'],
        ['Ash', 'Hans', '2/3/1980', '1 Elm St', 'Newark', 'NJ', '07102', '00123'],
        ['Elm', 'Ned', '12/31/1961', '2 Elm St', 'Newark', 'NJ', '07102', '1E5'],
        ['Oak', 'Max', '', '', '', '', '', '3/4'],
        ['Yew', 'Lou', '', '', '', '', '', '1234567890123'],
      ]),
    );
    await imports.run(_id);
    const path = `/v2/members.csv?organization_number=${organizationNumber}`;
    const { text } = await api.get(path, account);
    expect(text).toContain('07102');
    const opened = text
      .replaceAll('07102', '7102')
      .replace('00123', '123')
      .replace('1E5', '1.00E+05')
      .replace('1234567890123', '1.23457E+12')
      .replace('3/4', '4-Mar');
    const same = await imports.check(text);
    expect(same.counts).toMatchObject({ rows: 4, skip: 4 });
    const again = await imports.check(opened);
    expect(again.counts).toMatchObject({ rows: 4, skip: 3, change: 1 });
    const [row] = await imports.rows(again._id, 'state=change');
    expect(row?.changes).toEqual([{ field: 'externalRef', from: '3/4', to: '4-Mar' }]);
  });
});
