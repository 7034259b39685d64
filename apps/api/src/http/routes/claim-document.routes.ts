import { Claim } from '@kinfold/domain/claim';
import { DocumentQuery } from '@kinfold/domain/document-file';
import {
  addDocument,
  readDocument,
  removeDocument,
} from '../../modules/funds/claims/claim-document.service.ts';
import type { ClaimGrant } from '../../modules/funds/claims/claim-change.service.ts';
import { invalid } from '../../platform/problem.ts';
import { documentKeys } from '../../platform/sealed-file.ts';
import { authorOf } from '../author.ts';

import { endpointFor, FileReply, Reply } from '../endpoint.ts';
import { claimAsked } from './claim.routes.ts';

const ofClaim = endpointFor<ClaimGrant>();

/** Enough for the largest file over a slow line. */
const UPLOAD_MS = 5 * 60_000;

export const postClaimDocument = ofClaim({
  summary:
    'Add a document to a claim: a JPEG, PNG or PDF of at most 10 MB as the body, told by its bytes and stored encrypted',
  query: DocumentQuery,
  reply: Claim,
  deadline: UPLOAD_MS,
  answers: {
    201: { description: 'The claim with its documents', reply: Claim },
    409: { description: 'The claim is closed, or no key for documents is set' },
    413: { description: 'The file is too large' },
    422: { description: 'It is no whole JPEG, PNG or PDF' },
  },
  async handle(context) {
    const { request, query, deps } = context;
    // A JSON body was read already.
    if (request.body !== undefined || request.is('multipart/*'))
      throw invalid([{ path: 'file', message: 'Send the file itself, as the body' }]);
    const announcedBytes = Number(request.get('Content-Length') ?? 0);
    const { kind, file_name } = query;
    const upload = {
      kind: kind || ('other' as const),
      fileName: file_name ?? '',
      stream: request,
      announcedBytes,
    };
    return new Reply(201, await addDocument(await claimAsked(context), upload, documentKeys(deps.config)));
  },
});

export const getClaimDocument = ofClaim({
  summary: 'A document of a claim; each reading is in the history',
  reply: 'file',
  answers: { 409: { description: 'The key that encrypted it is not set (`no_documents_key`)' } },
  async handle(context) {
    const { granted, params, deps, now } = context;
    const by = { author: await authorOf(context), now };
    const keys = documentKeys(deps.config);
    const found = await readDocument(granted.claim, params['documentId'] ?? '', keys, by);
    return new FileReply(found.bytes, found.fileName, found.type);
  },
});

export const deleteClaimDocument = ofClaim({
  summary: 'Remove a document that was added to a claim by mistake',
  reply: Claim,
  answers: { 409: { description: 'The claim is not open' } },
  handle: async (context) => removeDocument(await claimAsked(context), context.params['documentId'] ?? ''),
});
