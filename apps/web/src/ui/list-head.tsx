import type { ReactNode } from 'react';
import '../theme/staff.scss';
import { FoldOut } from './fold-out.tsx';

/** The head of a list: its count, the tool used most, and the others, which a phone folds into a menu. */
export function ListHead({
  main,
  tools,
  children,
}: {
  main?: ReactNode;
  tools?: ReactNode;
  /** The count, or the heading with it. */
  children?: ReactNode;
}) {
  return (
    <div className="list-head">
      {children}
      <div className="list-tools">
        {main}
        {tools && <FoldOut opener="More">{tools}</FoldOut>}
      </div>
    </div>
  );
}
