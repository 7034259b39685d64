/** The XML of a workbook, read as a stream. Nothing outside of it is loaded: entities of its own are refused. */
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';

/** An element: its name without a prefix, `/name` for its end, and its attributes without prefixes. */
export type Element = { name: string; attributes: Record<string, string> };

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads XML and calls back for each element and text in it. Throws when it is not well formed. */
export async function eachElement(
  stream: Readable,
  on: {
    open: (name: string, attributes: Record<string, string>) => void;
    text?: (text: string) => void;
    close?: (name: string) => void;
  },
): Promise<void> {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) =>
    on.open(
      localName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
    ),
  );
  parser.on('text', (text) => on.text?.(text));
  parser.on('closetag', ({ name }) => on.close?.(localName(name)));
  const decoder = new TextDecoder();
  for await (const chunk of stream) parser.write(decoder.decode(chunk as Buffer, { stream: true }));
  parser.write(decoder.decode()).close();
}

/** The elements of some names in a part, in their order; none of a part that is not there. */
export async function elementsOf(stream: Readable | undefined, names: readonly string[]): Promise<Element[]> {
  const found: Element[] = [];
  if (!stream) return found;
  await eachElement(stream, {
    open: (name, attributes) => {
      if (names.includes(name)) found.push({ name, attributes });
    },
    close: (name) => {
      if (names.includes(`/${name}`)) found.push({ name: `/${name}`, attributes: {} });
    },
  });
  return found;
}
