import { DownloadButton } from '../ui/download-button.tsx';

/** `Export CSV` of a list: all pages of its filter as a file (`listFiles`). */
export function ExportCsv({ path }: { path: string }) {
  return (
    <DownloadButton path={path} fileName="list.csv">
      Export CSV
    </DownloadButton>
  );
}
