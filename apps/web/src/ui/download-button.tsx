import type { ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { download } from '../lib/download.ts';
import { ErrorLine } from './error-line.tsx';
import { Icon } from './icon.tsx';
import { useCall } from './use-call.ts';

/** A button that downloads a file, with the error below it. */
export function DownloadButton({
  path,
  fileName,
  variant = 'outline-primary',
  children,
}: {
  /** The path of the file, or a function that fetches and saves it. */
  path: string | (() => Promise<void>);
  fileName: string;
  variant?: 'outline-primary' | 'link';
  children: ReactNode;
}) {
  const { isBusy, failure, call } = useCall();
  return (
    <div className="download">
      <Button
        variant={variant}
        disabled={isBusy}
        aria-busy={isBusy || undefined}
        onClick={() => void call(() => (typeof path === 'string' ? download(path, fileName) : path()))}
      >
        <Icon name="download" /> {children}
      </Button>
      {failure && <ErrorLine>The file could not be fetched: {failure.problem.detail}</ErrorLine>}
    </div>
  );
}
