import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { download } from '../lib/download.ts';
import { asProblem, type Problem } from '../lib/problem.ts';
import { Icon } from './icon.tsx';

/** Downloads a PDF; shows an error below the button. */
export function DownloadButton({
  path,
  fileName,
  variant = 'outline-primary',
  children,
}: {
  path: string;
  fileName: string;
  variant?: 'outline-primary' | 'link';
  children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const press = async () => {
    setProblem(undefined);
    setBusy(true);
    await download(path, fileName).catch((error: unknown) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return (
    <div className="download">
      <Button
        variant={variant}
        disabled={isBusy}
        aria-busy={isBusy || undefined}
        onClick={() => void press()}
      >
        <Icon name="download" /> {children}
      </Button>
      {problem && (
        <p className="field-error" role="alert">
          <Icon name="alert" size={18} /> The file could not be fetched: {problem.detail}
        </p>
      )}
    </div>
  );
}
