/** Documents of a claim (docs/decisions/054): stored encrypted, each reading in the history, deleted when their term ends. */
import type * as z from 'zod/mini';
import type { ChecklistCode, Claim, ClaimDocument } from '@kinfold/domain/claim';
import { DAY_MS } from '@kinfold/domain/dates';
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_TYPES,
  documentFile,
  documentName,
  DOCUMENTS_MAX,
  type DocumentType,
} from '@kinfold/domain/document-file';
import { commandAuthor, type Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { AppError, invalid, notFound } from '../../../platform/problem.ts';
import { documentKeys, openFile, sealFile, type FileKeys } from '../../../platform/sealed-file.ts';
import { changedFields, recordChanges } from '../../operations/audit/audit.service.ts';
import { changeClaim, claimEntry, personOf, readClaim, type ClaimAsked } from './claim-change.service.ts';
import { deleteFiles, insertFile, readFile, readKeyIds, readOldFiles } from './claim-file.model.ts';
import { writeClaim, type ClaimRecord } from './claim.model.ts';
import { checkedOf, presentTo } from './claim.service.ts';

type WireClaim = z.input<typeof Claim>;
type Upload = {
  kind: ClaimDocument['kind'];
  fileName: string;
  stream: AsyncIterable<Buffer>;
  announcedBytes: number;
};

const ownerOf = (claimId: string, documentId: string) => `${claimId}/${documentId}`;
const noDocument = () => notFound('There is no such document.');

type Checklist = ClaimRecord['checklist'];
type StoredDocument = ClaimRecord['documents'][number];

/** What a document of a kind shows to be here. */
const SHOWS: Readonly<Partial<Record<ClaimDocument['kind'], ChecklistCode>>> = {
  certificate: 'certificate',
  invoice: 'invoices',
};

const doneBy = ({ added, addedDt }: StoredDocument) => ({ by: added.name, at: addedDt });

/** The checklist after a document was added: what it shows is done, unless it was before. */
const tickedBy = (document: StoredDocument, checklist: Checklist): Checklist =>
  checklist.map((item) =>
    item.code === SHOWS[document.kind] && !item.isDone
      ? { ...item, isDone: true, done: doneBy(document) }
      : item,
  );

/** The checklist after a document was removed: what it alone had shown is open again. */
function openedAgain(
  removed: StoredDocument,
  left: readonly StoredDocument[],
  checklist: Checklist,
): Checklist {
  const other = left.find(({ kind }) => kind === removed.kind);
  return checklist.map((item) =>
    item.code === SHOWS[removed.kind] && item.done?.at.getTime() === removed.addedDt.getTime()
      ? { ...item, isDone: other !== undefined, done: other ? doneBy(other) : null }
      : item,
  );
}

const changesOf = (before: Checklist, after: Checklist) =>
  changedFields(checkedOf(before), checkedOf(after), ['checked']);

/** A file as it arrives, whole. Throws 413 for one that is too large. */
async function readUpload({ stream, announcedBytes }: Upload): Promise<Buffer> {
  const tooLarge = () => {
    const most = DOCUMENT_BYTES_MAX / 1024 / 1024;
    return new AppError(413, 'too_large', `The file is larger than ${most} MB. Send a smaller one.`);
  };
  if (announcedBytes > DOCUMENT_BYTES_MAX) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > DOCUMENT_BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Added = { document: StoredDocument; sealed: Buffer };

/** A document from a file that was looked at (`documentFile`), encrypted. */
export function newDocument(
  { claim: { _id }, author, now }: ClaimAsked,
  {
    kind,
    fileName,
    type,
    bytes,
  }: Pick<Upload, 'kind' | 'fileName'> & { type: DocumentType; bytes: Uint8Array },
  keys: FileKeys,
): Added {
  const documentId = newId();
  const document = {
    ...{ documentId, kind, name: documentName(fileName), type, size: bytes.length },
    ...{ added: personOf(author), addedDt: now },
  };
  return { document, sealed: sealFile(bytes, ownerOf(_id, documentId), keys) };
}

/** Stores a document in the transaction of its claim; returns the documents that the claim has then. Throws 422 for one too many. */
export async function keepDocument(
  { _id: claimId, memberId, documents }: ClaimRecord,
  { document, sealed }: Added,
  now: Date,
  session: Session,
): Promise<StoredDocument[]> {
  if (documents.length >= DOCUMENTS_MAX)
    throw invalid([{ path: 'file', message: `A claim has at most ${DOCUMENTS_MAX} documents` }]);
  await insertFile({ claimId, memberId, documentId: document.documentId }, sealed, now, session);
  return [...documents, document];
}

/**
 * Adds a document to a claim. Throws 409 `claim_state` when it is closed, 413 for a file that is too large, 422 for what
 * is no whole JPEG, PNG or PDF, and for one too many.
 */
export async function addDocument(asked: ClaimAsked, upload: Upload, keys: FileKeys): Promise<WireClaim> {
  const { now } = asked;
  const bytes = await readUpload(upload);
  const file = documentFile(bytes);
  if ('fault' in file) throw invalid([{ path: 'file', message: file.fault }]);
  const { kind, fileName } = upload;
  const { type, end } = file;
  const added = newDocument(asked, { kind, fileName, type, bytes: bytes.subarray(0, end) }, keys);
  const present = presentTo(asked);
  const claim = await changeClaim(
    asked,
    { action: 'document' },
    async (before, session) => {
      const { checklist } = before;
      const documents = await keepDocument(before, added, now, session);
      const set = { documents, checklist: tickedBy(added.document, checklist) };
      const changes = [{ field: 'document', from: null, to: kind }, ...changesOf(checklist, set.checklist)];
      return { set, entry: { action: 'claim.document_added', changes } };
    },
    present,
  );
  return present(claim);
}

/** Removes a document that was added by mistake, while the claim is open. Throws 404 for one that is not there, 409 `claim_state`. */
export async function removeDocument(asked: ClaimAsked, documentId: string): Promise<WireClaim> {
  const present = presentTo(asked);
  const claim = await changeClaim(
    asked,
    { action: 'document_remove' },
    async ({ documents, checklist }, session) => {
      const removed = documents.find((one) => one.documentId === documentId);
      if (!removed) throw noDocument();
      await deleteFiles([documentId], session);
      const left = documents.filter((one) => one !== removed);
      const set = { documents: left, checklist: openedAgain(removed, left, checklist) };
      const changes = [
        { field: 'document', from: removed.kind, to: null },
        ...changesOf(checklist, set.checklist),
      ];
      return { set, entry: { action: 'claim.document_removed', changes } };
    },
    present,
  );
  return present(claim);
}

/** A document of a claim with the name under which it is saved; the reading is kept in the history first. Throws 404. */
export async function readDocument(
  claim: ClaimRecord,
  documentId: string,
  keys: FileKeys,
  { author, now }: { author: Author; now: Date },
): Promise<{ bytes: Buffer; type: string; fileName: string }> {
  const document = claim.documents.find((one) => one.documentId === documentId);
  const sealed = document ? await readFile(documentId) : undefined;
  if (!document || !sealed?.length) throw noDocument();
  const bytes = openFile(sealed, ownerOf(claim._id, documentId), keys);
  const { kind, type } = document;
  await inTransaction(async (session) => {
    const changes = [{ field: 'document', from: null, to: kind }];
    const entry = await claimEntry(claim, { action: 'claim.document_read', changes }, session);
    await recordChanges([entry], author, now, session);
  });
  const extension = DOCUMENT_TYPES[type as DocumentType];
  return { bytes, type, fileName: `${claim.claimNbr}-${kind}-${documentId.slice(-4)}.${extension}` };
}

/** The ids of keys that encrypted documents which are kept, and that a deployment lacks. */
export async function missingDocumentKeys(config: Parameters<typeof documentKeys>[0]): Promise<string[]> {
  const ids = await readKeyIds();
  const keys = config.DOCUMENTS_KEY ? documentKeys(config) : new Map();
  return ids.filter((id) => !keys.has(id));
}

const PAGE = 100;
const WORKER = commandAuthor('worker', 'Kinfold');

/** Whether the documents of a claim are to be deleted: it was closed or refused before a time. */
function isOver({ state, decisions, createdDt }: ClaimRecord, before: Date): boolean {
  return (state === 'closed' || state === 'refused') && (decisions.at(-1)?.dt ?? createdDt) < before;
}

/** Deletes the documents of claims that were closed or refused this many days ago; returns of how many claims. */
export async function forgetOldDocuments(now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  const looked = new Set<string>();
  let count = 0;
  let page = await readOldFiles(before, undefined, PAGE);
  while (page.length) {
    for (const { claimId } of page) {
      if (looked.has(claimId)) continue;
      looked.add(claimId);
      if (await forgetDocumentsOf(claimId, before, now)) count += 1;
    }
    page = await readOldFiles(before, page.at(-1), PAGE);
  }
  return count;
}

async function forgetDocumentsOf(claimId: string, before: Date, now: Date): Promise<boolean> {
  return inTransaction(async (session) => {
    const claim = await readClaim(claimId, session);
    if (!claim?.documents.length || !isOver(claim, before)) return false;
    // Somebody changes it at this moment: the next time.
    if (!(await writeClaim(claim, { documents: [] }, session))) return false;
    await deleteFiles(
      claim.documents.map(({ documentId }) => documentId),
      session,
    );
    const changes = [{ field: 'documents', from: claim.documents.length, to: 0 }];
    const entry = await claimEntry(claim, { action: 'claim.documents_deleted', changes }, session);
    await recordChanges([entry], WORKER, now, session);
    return true;
  });
}
