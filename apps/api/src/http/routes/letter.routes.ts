import { calendarDateOf } from '@kinfold/domain/dates';
import {
  LetterPeople,
  LetterPeopleQuery,
  LettersPost,
  LettersQuery,
  RunLetters,
  RunLettersPage,
} from '@kinfold/domain/letter';
import { plainFileName } from '../../platform/csv.ts';
import { endpointFor, PdfReply, Reply } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import type { RunMoneyGrant } from '../../modules/funds/donations/run-donations.service.ts';
import { recordExport } from '../../modules/moving/exports/export-list.service.ts';
import { exportList, organizationsRecorded } from '../export-list.ts';
import {
  letterColumns,
  presentLetters,
  presentPerson,
} from '../../modules/telling/outreach/letter.presenter.ts';
import {
  downloadUntil,
  eachOfLetters,
  jobOfLetters,
  listLetters,
  listPeople,
  setMailed,
  startLetters,
  type LettersGrant,
  type LettersRecord,
} from '../../modules/telling/outreach/letter.service.ts';
import { memorialsOf } from '../../modules/funds/claims/memorial.service.ts';
import { lettersPdf } from '../../modules/telling/outreach/printed-letters.service.ts';

const ofRun = endpointFor<RunMoneyGrant>();
const ofLetters = endpointFor<RunMoneyGrant & LettersGrant>();

async function presentWhole(letters: LettersRecord, now: Date) {
  const until = downloadUntil(letters);
  return presentLetters(letters, {
    job: await jobOfLetters(letters),
    until: until && until > now ? until : null,
  });
}

export const postLetters = ofRun({
  summary:
    'Make letters to people who owe in a run, in the background: to people without email, or to everybody',
  body: LettersPost,
  reply: RunLetters,
  answers: {
    202: { description: 'The letters are being made', reply: RunLetters },
    409: { description: 'The run is paused' },
  },
  async handle(context) {
    const { granted, body, now } = context;
    return new Reply(
      202,
      await presentWhole(await startLetters(granted, body, await authorOf(context), now), now),
    );
  },
});

export const getLettersOfRun = ofRun({
  summary: 'The letters of a run, newest first',
  query: LettersQuery,
  reply: RunLettersPage,
  async handle({ granted, query, now }) {
    const { page, next } = await listLetters(granted, query);
    return { letters: await Promise.all(page.map((letters) => presentWhole(letters, now))), next };
  },
});

export const getLetters = ofLetters({
  summary: 'Letters: their progress, how many there are, and who gets none and why',
  reply: RunLetters,
  handle: ({ granted, now }) => presentWhole(granted.letters, now),
});

const markMailed = (isMailed: boolean, summary: string) =>
  ofLetters({
    summary,
    reply: RunLetters,
    answers: { 409: { description: 'They are being made, or nobody gets one' } },
    async handle(context) {
      const { granted, now } = context;
      const { run, letters } = granted;
      return presentWhole(await setMailed(letters, run, isMailed, await authorOf(context), now), now);
    },
  });
export const postMailed = markMailed(true, 'Record that letters were mailed');
export const deleteMailed = markMailed(false, 'Undo the record that letters were mailed');

export const getLettersPdf = ofLetters({
  summary: 'Letters as one PDF by postal code, a page each, kept for 30 days',
  reply: 'pdf',
  answers: { 409: { description: 'They are still being made' } },
  async handle(context) {
    const { granted, deps, now } = context;
    const { run, letters } = granted;
    const madeOn = calendarDateOf(letters.createdDt, deps.config.TIME_ZONE);
    const site = { ...deps.config, memorials: await memorialsOf(run) };
    const pdf = await lettersPdf(letters, `Letters: ${run.name}`, now, site);
    const fields = { list: 'letters as PDF', filter: run.name };
    const at = await organizationsRecorded(context, granted);
    await recordExport(at, 'list.exported', fields, await authorOf(context), now);
    return new PdfReply(pdf, `${plainFileName('letters', run.name, madeOn)}.pdf`);
  },
});

export const getLetterPeople = ofLetters({
  summary: 'Who got a letter, and who got none and why, by postal code',
  query: LetterPeopleQuery,
  reply: LetterPeople,
  async handle({ granted, query }) {
    const { people, next } = await listPeople(granted.letters, query);
    return { people: people.map(presentPerson), next };
  },
});

export const getLetterPeopleCsv = ofLetters({
  summary: 'The same people as a file',
  reply: 'csv',
  async handle(context) {
    const { granted, deps, now } = context;
    return exportList(context, {
      list: 'letters',
      at: await organizationsRecorded(context, granted),
      filter: [granted.run.name],
      columns: letterColumns(granted.letters, deps.config.TIME_ZONE),
      rows: eachOfLetters(granted.letters, { now, timeZone: deps.config.TIME_ZONE }),
    });
  },
});
