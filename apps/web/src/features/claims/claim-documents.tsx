import { DOCUMENT_KINDS, type Claim, type ClaimDocument } from '@kinfold/domain/claim';
import { DOCUMENT_BYTES_MAX } from '@kinfold/domain/document-file';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { http } from '../../lib/http.ts';
import { Problem } from '../../lib/problem.ts';
import { addDocument, documentPath, removeDocument } from '../../queries/claims.ts';
import '../../theme/import.scss';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Said } from '../../ui/said.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useCall } from '../../ui/use-call.ts';

type Kind = ClaimDocument['kind'];
const KINDS: Readonly<Record<Kind, string>> = {
  certificate: 'Death certificate',
  invoice: 'Invoice',
  receipt: 'Signed receipt',
  other: 'Something else',
};
const TOO_LARGE = 'The file is larger than 10 MB. A smaller photo of it is enough.';

/** The documents of a claim: photos and PDFs, added from a camera or a folder; looking at one is in the history. */
export function ClaimDocuments({ claim }: { claim: Claim }) {
  const [shown, setShown] = useState<{ document: ClaimDocument; source: string }>();
  const [removed, setRemoved] = useState<ClaimDocument>();
  const [said, setSaid] = useState('');
  const opening = useCall();
  const { documents, _id } = claim;
  const mayAdd = claim.may.includes('document');
  const show = (document: ClaimDocument) =>
    opening.call(async () => {
      const file = await http.getFile(documentPath(_id, document.documentId));
      setShown({ document, source: await sourceOf(file, document.type) });
    }, document.documentId);
  return (
    <Card title="Documents">
      <Said>{said}</Said>
      {documents.length === 0 && <p className="muted">None yet.</p>}
      {opening.failure && <ErrorLine>It cannot be shown: {opening.failure.problem.detail}</ErrorLine>}
      <ul className="rows break-anywhere">
        {documents.map((document) => (
          <li key={document.documentId} className="line targets">
            <div>
              <p className="row-name">{KINDS[document.kind]}</p>
              <p className="row-note">
                {document.name}, {sizeText(document.size)} · <DateText value={document.addedDt} />,{' '}
                {document.addedBy}
              </p>
            </div>
            <span className="line-wide d-flex flex-wrap gap-2">
              {document.type.startsWith('image/') && (
                <Button
                  variant="link"
                  aria-busy={(opening.isBusy && opening.of === document.documentId) || undefined}
                  onClick={() => void show(document)}
                >
                  Show <span className="visually-hidden">{document.name}</span>
                </Button>
              )}
              <DownloadButton
                variant="link"
                path={documentPath(_id, document.documentId)}
                fileName={document.name}
              >
                Download <span className="visually-hidden">{document.name}</span>
              </DownloadButton>
              {claim.may.includes('document_remove') && (
                <Button variant="link" onClick={() => setRemoved(document)}>
                  Remove <span className="visually-hidden">{document.name}</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayAdd && <Add claim={claim} onAdded={(name) => setSaid(`${name} is added.`)} />}
      {shown && (
        <Dialog title={KINDS[shown.document.kind]} onClose={() => setShown(undefined)}>
          <img src={shown.source} alt={`${KINDS[shown.document.kind]}: ${shown.document.name}`} />
          <div className="button-row">
            <Button onClick={() => setShown(undefined)}>Close</Button>
          </div>
        </Dialog>
      )}
      {removed && (
        <Remove
          claim={claim}
          document={removed}
          onRemoved={() => setSaid(`${removed.name} is removed.`)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Card>
  );
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A picture as an address that the page may show, of the type that the server has found. */
function sourceOf(file: Blob, type: string): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Problem({ detail: 'The picture cannot be read.' })));
    reader.readAsDataURL(new Blob([file], { type }));
  });
}

function Add({ claim, onAdded }: { claim: Claim; onAdded: (name: string) => void }) {
  const client = useQueryClient();
  const { isBusy, of: fileName, failure, call } = useCall();
  const isNew = !claim.documents.some(({ kind }) => kind === 'certificate');
  const [kind, setKind] = useState<Kind>(isNew ? 'certificate' : 'invoice');
  const send = async (file: File | undefined) => {
    if (!file) return;
    await call(async () => {
      if (file.size > DOCUMENT_BYTES_MAX) throw new Problem({ detail: TOO_LARGE });
      await addDocument(client, claim._id, kind, file);
      onAdded(file.name);
      setKind('invoice');
    }, file.name);
  };
  const sentence = failure?.problem.errors[0]?.message ?? failure?.problem.detail;
  return (
    <div className="stack narrow-form">
      <SelectField
        label="What it is"
        value={kind}
        onChange={({ target }) => setKind(DOCUMENT_KINDS.find((each) => each === target.value) ?? 'other')}
      >
        {DOCUMENT_KINDS.map((each) => (
          <option key={each} value={each}>
            {KINDS[each]}
          </option>
        ))}
      </SelectField>
      <label
        className="drop-zone d-grid gap-1"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void send(event.dataTransfer.files[0]);
        }}
        aria-busy={isBusy || undefined}
      >
        <Icon name="plus" size={24} />
        <span className="fw-semibold">
          {isBusy ? `Sending ${fileName} …` : 'Take a photo or choose a file'}
        </span>
        <span className="muted">JPEG, PNG or PDF, to 10 MB. It is stored encrypted.</span>
        <input
          type="file"
          accept="image/jpeg,image/png,application/pdf"
          disabled={isBusy}
          aria-describedby={sentence ? 'document-problem' : undefined}
          onChange={({ target }) => {
            void send(target.files?.[0]);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
      </label>
      {sentence && <ErrorLine id="document-problem">{sentence}</ErrorLine>}
    </div>
  );
}

/** Asks before a document is removed: it is gone then. */
function Remove({
  claim,
  document: { documentId, name },
  onRemoved,
  onClose,
}: {
  claim: Claim;
  document: ClaimDocument;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const remove = async () => {
    await removeDocument(client, claim._id, documentId);
    onRemoved();
    onClose();
  };
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      {failure && <ErrorLine>{failure.problem.detail}</ErrorLine>}
      <p>It is deleted for good. That it was here stays in the history.</p>
      <div className="button-row">
        <Button variant="danger" aria-busy={isBusy || undefined} onClick={() => void call(remove)}>
          Remove it
        </Button>
        <Button variant="outline-primary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
