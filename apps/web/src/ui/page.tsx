import { useEffect, useRef, type ReactNode } from 'react';

let isFirstPage = true;

/**
 * A screen: sets the document's title and, after a navigation, moves the focus to its heading, so that a
 * screen reader says where one is. Member pages are one column of at most 720 px.
 */
export function Page({
  title,
  heading = title,
  lead,
  children,
}: {
  title: string;
  heading?: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Kinfold' ? title : `${title} · Kinfold`;
  }, [title]);
  useEffect(() => {
    if (!isFirstPage) headingRef.current?.focus();
    isFirstPage = false;
  }, []);
  return (
    <div className="page">
      <div className="page-header">
        <h1 ref={headingRef} tabIndex={-1}>
          {heading}
        </h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
