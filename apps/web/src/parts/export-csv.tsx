import { DownloadButton } from '../ui/download-button.tsx';

/** `Export CSV` of a list, and the same as a workbook: all pages of its filter as a file (`listFiles`). */
export function ExportCsv({ path, fileName = 'list.csv' }: { path: string; fileName?: string }) {
  const workbook = `${path}${path.includes('?') ? '&' : '?'}format=xlsx`;
  return (
    <>
      <DownloadButton path={path} fileName={fileName}>
        Export CSV
      </DownloadButton>
      <DownloadButton path={workbook} fileName={fileName.replace(/csv$/, 'xlsx')}>
        Excel
      </DownloadButton>
    </>
  );
}
