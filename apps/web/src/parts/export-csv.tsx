import { DownloadButton } from '../ui/download-button.tsx';

/** `Export CSV` of a list: the file of its filter (`listFiles`), over all pages. */
export function ExportCsv({ path }: { path: string }) {
  return (
    <DownloadButton path={path} fileName="list.csv">
      Export CSV
    </DownloadButton>
  );
}
