import { fullName } from '@kinfold/domain/person-name';
import { isValidPhone } from '@kinfold/domain/phone';
import { parseTypedDate } from '@kinfold/domain/dates';
import { TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useDebounced } from '../../lib/use-debounced.ts';
import { DuplicateNote } from '../../parts/member/duplicate-note.tsx';
import { paths } from '../../paths.ts';
import { likelyDuplicatesQuery } from '../../queries/members.ts';

type TypedPerson = { firstNm: string; lastNm: string; birthDt: string; phone: string | undefined };

/** Returns the parameters of the search for duplicates; undefined while they cannot match anybody. */
export function personOf(typed: TypedPerson, except?: string) {
  const { firstNm, lastNm } = typed;
  const birthDt = parseTypedDate(typed.birthDt) ?? '';
  const phone = typed.phone && isValidPhone(typed.phone) ? typed.phone : '';
  const isNamed = birthDt !== '' && `${firstNm}${lastNm}`.trim().length > 1;
  if (!isNamed && !phone) return undefined;
  return { firstNm, lastNm, birthDt, phone, ...(except !== undefined && { except }) };
}

/** Returns the members who may be the person being typed; empty if none is found. */
export function useLikelyDuplicates(
  organizationNumber: string,
  typed: TypedPerson,
  except?: string,
): readonly LikelyDuplicate[] {
  const person = useDebounced(JSON.stringify(personOf(typed, except) ?? null), TYPEAHEAD_DEBOUNCE_MS);
  const asked = JSON.parse(person) as ReturnType<typeof personOf> | null;
  const empty = { firstNm: '', lastNm: '', birthDt: '', phone: '' };
  const { data } = useQuery({
    ...likelyDuplicatesQuery(organizationNumber, asked ?? empty),
    enabled: asked !== null,
  });
  return asked ? (data ?? []) : [];
}

/** Members who may be the same person, each with a link. */
export function LikelyDuplicates({
  found,
  onUse,
}: {
  found: readonly LikelyDuplicate[];
  /** Called before one of the links is followed. */
  onUse: () => void;
}) {
  return (
    <DuplicateNote found={found}>
      {(one) => (
        <Link className="row-link" to={paths.member.href(one._id)} onClick={onUse}>
          Use this one <span className="visually-hidden">: {fullName(one)}</span>
        </Link>
      )}
    </DuplicateNote>
  );
}
