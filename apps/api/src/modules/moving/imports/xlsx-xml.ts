/** The XML of a workbook, read as a stream. Nothing outside of it is loaded: entities of its own are refused. */
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { FileFault } from './file-fault.ts';

/** An element: its name without a prefix, `/name` for its end, and its attributes without prefixes. */
export type Element = { name: string; attributes: Record<string, string> };

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** More than a row of a list has; a cell of a spreadsheet has at most 32,767 characters. */
export const MOST_CHARACTERS = 200_000;

/** Levels and elements of a part, and sheets, relations or formats of a workbook: more than a spreadsheet program writes. */
const MOST_LEVELS = 64;
const MOST_ELEMENTS = 8_000_000;
const MOST_FOUND = 100_000;

/** Refuses a part with more elements than a list has. */
export const tooMany = () =>
  new FileFault(
    'This workbook holds more levels, cells or formats than a list of members does. Save it again as XLSX, or as CSV.',
  );

/** Refuses a text longer than a list has. */
export const tooLong = () =>
  new FileFault(
    'A cell or a row of this workbook holds more text than a list of members does. Nothing was read.',
  );

/**
 * Feeds XML to a parser as it arrives, and yields after each piece. Throws FileFault for a text between two tags that is
 * longer than a row: the parser would buffer it as a whole, and a small file may unpack to a very long one.
 */
export async function* parsePieces(stream: Readable, parser: SaxesParser): AsyncGenerator<void> {
  const decoder = new TextDecoder();
  let sinceTag = 0;
  for await (const chunk of stream) {
    const piece = decoder.decode(chunk as Buffer, { stream: true });
    // A workbook defines no entities, and the parser would buffer them all.
    if (piece.includes('<!DOCTYPE')) throw new Error('a workbook has no definitions');
    const [first, last] = [piece.indexOf('<'), piece.lastIndexOf('<')];
    if (sinceTag + (first < 0 ? piece.length : first) > MOST_CHARACTERS) throw tooLong();
    sinceTag = last < 0 ? sinceTag + piece.length : piece.length - last;
    parser.write(piece);
    yield;
  }
  parser.write(decoder.decode()).close();
}

/** Callbacks for each element and text of a part; attributes are as they are written. */
type Handlers = {
  open: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/**
 * A parser that calls back for each element and text. It throws FileFault for more elements or levels than a list has:
 * each costs memory and time, however small the file is.
 */
export function boundedParser(on: Handlers): SaxesParser {
  const parser = new SaxesParser();
  let [depth, count] = [0, 0];
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    count += 1;
    if (depth > MOST_LEVELS || count > MOST_ELEMENTS) throw tooMany();
    on.open(localName(name), attributes);
  });
  parser.on('text', (text) => on.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    on.close?.(localName(name));
  });
  return parser;
}

/** Reads XML and calls back for each element and text in it. Throws when it is not well formed. */
export async function eachElement(stream: Readable, on: Handlers): Promise<void> {
  const parser = boundedParser(on);
  try {
    for await (const _piece of parsePieces(stream, parser));
  } finally {
    stream.destroy();
  }
}

/** The elements with some names in a part, in order; none for a missing part. */
export async function elementsOf(stream: Readable | undefined, names: readonly string[]): Promise<Element[]> {
  const found: Element[] = [];
  if (!stream) return found;
  await eachElement(stream, {
    open: (name, attributes) => {
      if (!names.includes(name)) return;
      if (found.length === MOST_FOUND) throw tooMany();
      const local = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
      found.push({ name, attributes: Object.fromEntries(local) });
    },
    close: (name) => {
      if (names.includes(`/${name}`)) found.push({ name: `/${name}`, attributes: {} });
    },
  });
  return found;
}
