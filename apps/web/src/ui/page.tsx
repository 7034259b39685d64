import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { portal } from '../lib/portal.ts';
import { useFocusWhenLost } from '../lib/use-focus-when-lost.ts';

let isFirstPage = true;

/**
 * A page: sets the document title and focuses the heading after a navigation, so that a screen reader announces the
 * page. A part of it that took the focus before keeps it. Another `view` of the same page takes the focus if the link
 * to it is gone.
 */
export function Page({
  title,
  heading = title,
  lead,
  breadcrumb,
  children,
}: {
  title: string;
  heading?: ReactNode;
  lead?: ReactNode;
  /** Rendered above the heading. */
  breadcrumb?: ReactNode;
  children?: ReactNode;
}) {
  const [query] = useSearchParams();
  const headingRef = useFocusWhenLost<HTMLHeadingElement>(`view ${query.get('view')}`);
  useEffect(() => {
    const { name } = portal();
    document.title = title === name ? title : `${title} · ${name}`;
  }, [title]);
  useEffect(() => {
    const page = headingRef.current?.closest('.page');
    if (!isFirstPage && !page?.contains(document.activeElement)) headingRef.current?.focus();
    isFirstPage = false;
  }, [headingRef]);
  return (
    <div className="page">
      <div className="page-header">
        {breadcrumb}
        <h1 ref={headingRef} tabIndex={-1}>
          {heading}
        </h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
