/**
 * Letters to people who owe, one US Letter page each, to be folded into #10 window envelopes (4 1/8 by 9 1/2 inches, a
 * window of 1 1/8 by 4 1/2, 7/8 from the left and 1/2 from the bottom). The sheet may slide in the envelope, and the post
 * asks for 1/8 inch around an address, which leaves 5/8 inch by 3 1/4: see docs/decisions/028.
 */
import { setImmediate } from 'node:timers/promises';
import { countOf, listOf } from '@kinfold/domain/text';
import { codeOf, drawCode, type Code } from '../../../platform/pdf-code.ts';
import { isPrintable, newPdf } from '../../../platform/pdf-fonts.ts';
import { drawLine, lineHeight, linesOf, type Doc, type Type } from '../../../platform/pdf-lines.ts';

/** What all letters of a run have in common; texts as printed. */
export type LetterHead = {
  sender: { name: string; lines: string[]; phone: string | null };
  fundName: string;
  runName: string;
  date: string;
  dueBy: string;
  isLate: boolean;
  /** Where to pay by card; null while that is not possible. */
  payUrl: string | null;
};

/** A letter: its recipient, and what is owed; amounts as texts. */
export type LetterPage = {
  name: string;
  addressLines: string[];
  memberNumber: string;
  /** The reference by which somebody else pays these dues. */
  reference?: string | undefined;
  /** First names of the people the dues are for. */
  people: string[];
  due: string;
  paid: string | null;
  balance: string;
  /** With open other dues; null where there are none. */
  together: string | null;
};

/** Points per inch. */
const INCH = 72;
const LEFT = INCH;
const WIDTH = 6.5 * INCH;
/** Where the address may be, wherever the sheet lies in the envelope. */
const ADDRESS = { top: 2.625 * INCH, width: 3.25 * INCH, height: 0.625 * INCH, maxLines: 4 };
/** The sheet is folded here, so that it hardly slides in the envelope. */
const FOLDS = [3.875 * INCH, 7.4375 * INCH];
const BODY_TOP = 4.15 * INCH;
const BODY_BOTTOM = 10.5 * INCH;
const QR_SIZE = 1.25 * INCH;
const PEOPLE_MAX = 8;

const TITLE: Type = { style: 'heading', size: 17 };
const HEADING: Type = { style: 'heading', size: 13 };
const BODY: Type = { style: 'plain', size: 11 };
const BOLD: Type = { style: 'bold', size: 11 };
const SMALL: Type = { style: 'plain', size: 9.5 };
const ADDRESS_SIZES = [11, 10, 9, 8];

/**
 * Renders letters, each on one page, in order, as one document that is returned page by page: memory does not grow with
 * the number of letters. Yields to other work between pages. The title is that of its window; the language is English. Lines
 * in memory for which its page has no space go on the next one.
 */
export async function* renderLetters(
  head: LetterHead,
  pages: AsyncIterable<LetterPage> | Iterable<LetterPage>,
  {
    title,
    createdDt,
    memorials = [],
  }: { title: string; createdDt: Date; memorials?: readonly string[] | undefined },
): AsyncGenerator<Buffer> {
  const doc = newPdf({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, CreationDate: createdDt },
  });
  const code = head.payUrl === null ? undefined : codeOf(head.payUrl);
  for await (const page of pages) {
    doc.addPage();
    drawSender(doc, head);
    drawAddress(doc, page);
    drawFolds(doc);
    doc.y = BODY_TOP;
    drawDues(doc, head, page);
    drawWaysToPay(doc, head, page, code);
    drawMemorials(doc, memorials, page);
    for (let done = doc.read(); done; done = doc.read()) yield done as Buffer;
    await setImmediate();
  }
  doc.end();
  for await (const rest of doc) yield rest as Buffer;
}

/** Draws a text below what was drawn last, and moves below it. */
function drawText(doc: Doc, text: string, type: Type, { width = WIDTH, after = 6 } = {}): void {
  let top = doc.y;
  for (const line of linesOf(doc, text, type, width)) {
    drawLine(doc, line, type, LEFT, top);
    top += lineHeight(type);
  }
  doc.y = top + after;
}

function drawSender(doc: Doc, { sender, date }: LetterHead): void {
  doc.y = INCH / 2;
  drawText(doc, sender.name, BOLD, { width: 4 * INCH, after: 0 });
  for (const line of sender.lines) drawText(doc, line, SMALL, { width: 4 * INCH, after: 0 });
  if (sender.phone) drawText(doc, sender.phone, SMALL, { after: 0 });
  const [line] = linesOf(doc, date, SMALL, 2 * INCH);
  if (line) drawLine(doc, line, SMALL, LEFT + WIDTH - line.width, INCH / 2);
}

/**
 * Draws the address in the largest type in which it fits. Where it fits in none, the first line of the name suffices for
 * delivery, and the rest is cut off.
 */
function drawAddress(doc: Doc, { name, addressLines }: LetterPage): void {
  const laid = [ADDRESS.maxLines, 1].flatMap((nameLines) =>
    ADDRESS_SIZES.map((size) => {
      const type: Type = { style: 'plain', size };
      const ofName = linesOf(doc, name, type, ADDRESS.width).slice(0, nameLines);
      const others = addressLines.flatMap((text) => linesOf(doc, text, type, ADDRESS.width));
      return { type, lines: [...ofName, ...others] };
    }),
  );
  const fitting = laid.find(({ lines }) => lines.length <= ADDRESS.maxLines) ?? laid.at(-1);
  if (!fitting) return;
  const lines = fitting.lines.slice(0, ADDRESS.maxLines);
  const leading = Math.min(12.5, ADDRESS.height / lines.length);
  for (const [index, line] of lines.entries())
    drawLine(doc, line, fitting.type, LEFT, ADDRESS.top + index * leading);
}

function drawFolds(doc: Doc): void {
  doc.lineWidth(0.5).strokeColor('#8A8178');
  for (const y of FOLDS) doc.moveTo(12, y).lineTo(24, y).stroke();
}

/** `Abebe, Sara and 2 others`. */
function peopleText(people: readonly string[]): string {
  const named = people.filter(isPrintable).slice(0, PEOPLE_MAX);
  const more = people.length - named.length;
  if (more === 0) return listOf(named);
  return listOf([...named, countOf(more, 'other', 'others')]);
}

function drawDues(doc: Doc, head: LetterHead, page: LetterPage): void {
  const { fundName, runName, dueBy, isLate, date } = head;
  drawText(doc, `Your dues: ${page.balance}`, TITLE, { after: 8 });
  drawText(doc, `Dear ${page.name},`, BODY);
  drawText(
    doc,
    isLate
      ? `Your dues in ${fundName} are still open: ${page.balance}. They were due by ${dueBy}. Please pay them as soon as you can.`
      : `Your dues in ${fundName} are open: ${page.balance}. Please pay them by ${dueBy}.`,
    BODY,
    { after: 8 },
  );
  drawFact(doc, 'For', runName);
  if (page.people.length) drawFact(doc, 'Who it is for', peopleText(page.people));
  if (page.paid !== null) {
    drawFact(doc, 'Due', page.due);
    drawFact(doc, 'Paid so far', page.paid);
  }
  drawFact(doc, isLate ? 'Was due by' : 'Please pay by', dueBy);
  drawFact(doc, 'To pay', page.balance, BOLD);
  if (page.reference !== undefined) drawFact(doc, 'Reference', page.reference);
  if (page.together !== null) drawFact(doc, 'With other dues', page.together);
  doc.y += 6;
  drawText(
    doc,
    `Payments that reached us after ${date} are not in this letter. If you have paid since, thank you.`,
    SMALL,
    { after: 10 },
  );
}

/**
 * Draws the lines in memory of those for whom a run collects, in the words of their families; a second page begins with who
 * gets the letter.
 */
function drawMemorials(doc: Doc, memorials: readonly string[], { name, memberNumber }: LetterPage): void {
  doc.y += 6;
  for (const words of memorials.filter(isPrintable)) {
    const height = linesOf(doc, words, BODY, WIDTH).length * lineHeight(BODY);
    if (doc.y + height > BODY_BOTTOM) {
      doc.addPage();
      doc.y = INCH;
      drawText(doc, `${name}, ${memberNumber}`, BODY);
      doc.y += 6;
    }
    drawText(doc, words, BODY);
  }
}

/** Draws a line of what is owed, with a rule below it. */
function drawFact(doc: Doc, label: string, value: string, type: Type = BODY): void {
  const x = LEFT + 1.6 * INCH;
  let top = doc.y + 3;
  for (const line of linesOf(doc, label, type, 1.5 * INCH)) drawLine(doc, line, type, LEFT, top);
  for (const line of linesOf(doc, value, type, WIDTH - 1.6 * INCH)) {
    drawLine(doc, line, type, x, top);
    top += lineHeight(type);
  }
  doc.y = top + 3;
  doc.lineWidth(0.5).strokeColor('#8A8178');
  doc
    .moveTo(LEFT, doc.y)
    .lineTo(LEFT + WIDTH, doc.y)
    .stroke();
}

function drawWaysToPay(
  doc: Doc,
  { payUrl, sender }: LetterHead,
  { memberNumber, reference }: LetterPage,
  code: Code | undefined,
): void {
  const top = doc.y;
  if (code) drawCode(doc, code, LEFT + WIDTH - QR_SIZE, top, QR_SIZE);
  const width = code ? WIDTH - QR_SIZE - 18 : WIDTH;
  if (payUrl !== null) {
    drawText(doc, 'By card', HEADING, { width, after: 2 });
    drawText(doc, `Open ${payUrl} or point the camera of a phone at the code, and sign in.`, BODY, {
      width,
      after: 3,
    });
    drawText(
      doc,
      `Not signed up yet? Have your last name, your birth date and the phone number that we know at hand.${
        reference === undefined
          ? ''
          : ' Somebody else can pay for you: they sign in, and type the reference and your last name.'
      }`,
      SMALL,
      { width, after: 10 },
    );
  }
  drawText(doc, payUrl === null ? 'How to pay' : 'Without a card', HEADING, { width, after: 2 });
  const how = payUrl === null ? 'how you can pay' : 'how you can pay without a card';
  drawText(doc, `Ask at your church ${how}. Have your member number ${memberNumber} at hand.`, BODY, {
    width,
    after: 10,
  });
  doc.y = Math.max(doc.y, top + (code ? QR_SIZE : 0));
  drawText(
    doc,
    `Questions? ${sender.phone ? `Call ${sender.phone}, or ask` : 'Ask'} at your church. Your member number is ${memberNumber}.`,
    BODY,
  );
}
