import type { ReactNode } from 'react';
import { DownloadButton } from '../ui/download-button.tsx';

/** A list as CSV, and the same as a workbook beside it: all pages of its filter as a file (`listFiles`). */
export function ExportCsv({
  path,
  fileName = 'list.csv',
  variant = 'outline-primary',
  children = 'Export CSV',
}: {
  path: string;
  fileName?: string;
  variant?: 'outline-primary' | 'link';
  /** The text of the first button. */
  children?: ReactNode;
}) {
  const workbook = `${path}${path.includes('?') ? '&' : '?'}format=xlsx`;
  return (
    <>
      <DownloadButton variant={variant} path={path} fileName={fileName}>
        {children}
      </DownloadButton>
      <DownloadButton variant={variant} path={workbook} fileName={fileName.replace(/csv$/, 'xlsx')}>
        Excel
      </DownloadButton>
    </>
  );
}
