import { DownloadButton } from '../ui/download-button.tsx';

/** `Export CSV` of a list: all pages of its filter as a file (`listFiles`). */
export function ExportCsv({ path, fileName = 'list.csv' }: { path: string; fileName?: string }) {
  return (
    <DownloadButton path={path} fileName={fileName}>
      Export CSV
    </DownloadButton>
  );
}
