import { IMPORT_MAX } from '@kinfold/domain/import';
import type { Import } from '@kinfold/domain/import';
import { IMPORT_KINDS, type ImportKind } from '@kinfold/domain/import-fields';
import { useQueryClient } from '@tanstack/react-query';
import type { DragEvent } from 'react';
import { Problem } from '../../lib/problem.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { importFiles, sendFile } from '../../queries/imports.ts';
import '../../theme/checkbox.scss';
import { KINDS } from './import-texts.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCall } from '../../ui/use-call.ts';

const TOO_LARGE = 'The file is larger than 20 MiB. Divide it into several files.';

/** Uploads a file, chosen or dropped, immediately: this changes no data. */
export function UploadForm({
  organizationNumber,
  kind,
  onKind,
  onSent,
}: {
  organizationNumber: string;
  kind: ImportKind;
  onKind: (kind: ImportKind) => void;
  onSent: (given: Import) => void;
}) {
  const client = useQueryClient();
  const { isBusy, of: fileName, failure, call } = useCall();
  const send = async (file: File | undefined) => {
    if (!file) return;
    await call(async () => {
      if (file.size > IMPORT_MAX.bytes) throw new Problem({ detail: TOO_LARGE });
      onSent(await sendFile(client, organizationNumber, kind, file));
    }, file.name);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void send(event.dataTransfer.files[0]);
  };
  const sentence = failure?.problem.errors[0]?.message ?? failure?.problem.detail;
  return (
    <div className="stack">
      <fieldset>
        <legend>What is in the file?</legend>
        {IMPORT_KINDS.map((one) => (
          <label key={one} className="form-check">
            <input
              type="radio"
              className="form-check-input"
              name="kind"
              checked={kind === one}
              onChange={() => onKind(one)}
            />
            <span>
              {KINDS[one].name}
              <br />
              <span className="row-note">{KINDS[one].note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label
        className="drop-zone d-grid gap-1"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        aria-busy={isBusy || undefined}
      >
        <Icon name="people" size={32} />
        <span className="fs-5 fw-semibold">{isBusy ? `Sending ${fileName} …` : 'Choose a file'}</span>
        <span className="muted">CSV or XLSX, as you keep it</span>
        <input
          type="file"
          accept=".csv,.xlsx,.txt,.tsv,text/csv"
          disabled={isBusy}
          aria-describedby={sentence ? 'file-problem' : undefined}
          onChange={({ target }) => {
            void send(target.files?.[0]);
            // Allows choosing the same file again after a correction.
            target.value = '';
          }}
        />
      </label>
      {sentence && <ErrorLine id="file-problem">{sentence}</ErrorLine>}
      <p className="muted">
        The file is only checked at first. You see what it would do, and nothing is changed until you confirm
        it.
      </p>
      <div className="button-row">
        <ExportCsv path={importFiles.template(organizationNumber, kind)} fileName={`${kind}-template.csv`}>
          Template with samples
        </ExportCsv>
      </div>
    </div>
  );
}
