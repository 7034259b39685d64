import { Fragment, type ReactNode } from 'react';

/** Returns a whole sentence with elements in it: `{name}` in the text is the element of that name. */
export function filled(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode[] {
  // Every second piece is a name.
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? elements[piece] : piece}</Fragment>);
}
