import { familyPriceText } from '@kinfold/domain/family';
import { typedDate } from '@kinfold/domain/dates';
import type { IntakeRequest } from '@kinfold/domain/intake';
import { ZERO } from '@kinfold/domain/money';
import { fullName } from '@kinfold/domain/person-name';
import { formatTypedPhone } from '@kinfold/domain/phone';
import { listOf, pluralOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NewFamily } from '../../../features/families/new-family.tsx';
import { money } from '../../../lib/format.ts';
import { InOne, InOrganization, type Chosen } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { usePermissions } from '../../../parts/access/use-permissions.ts';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { paths } from '../../../paths.ts';
import { intakeRequestQuery } from '../../../queries/intake-review.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

/** `/family/create`: a family on one sheet; `intake` is the request to become a member that fills it in. */
export function FamilyCreatePage() {
  const [query] = useSearchParams();
  const requestId = query.get('intake');
  return (
    <StaffPage
      title="New family"
      breadcrumb={<Breadcrumb steps={[{ name: 'Members', to: paths.members.href() }]} current="New family" />}
    >
      <InOrganization permissions={['members.create']}>
        {(chosen) =>
          requestId === null ? <InChosen {...chosen} /> : <OfRequest requestId={requestId} {...chosen} />
        }
      </InOrganization>
    </StaffPage>
  );
}

function OfRequest({ requestId, ...chosen }: Chosen & { requestId: string }) {
  return (
    <Loaded query={useQuery(intakeRequestQuery(requestId))} what="the request">
      {(request) => <InChosen {...chosen} request={request} />}
    </Loaded>
  );
}

function InChosen({ choices, nameOf, request }: Chosen & { request?: IntakeRequest }) {
  return (
    <InOne choices={choices} question="Which organization is the family of?">
      {(organizationNumber) => (
        <Sheet
          key={organizationNumber}
          organizationNumber={organizationNumber}
          organizationName={nameOf(organizationNumber)}
          request={request}
        />
      )}
    </InOne>
  );
}

function Sheet({
  organizationNumber,
  organizationName,
  request,
}: {
  organizationNumber: string;
  organizationName: string;
  request: IntakeRequest | undefined;
}) {
  const navigate = useNavigate();
  const may = usePermissions(organizationNumber);
  if (!may) return <SkeletonRows rows={5} label="Loading" />;
  return (
    <>
      <p className="muted">
        Members of <strong>{organizationName}</strong>, in a new household.
      </p>
      <NewFamily
        organizationNumber={organizationNumber}
        mayJoin={may('memberships.update')}
        first={request && firstOf(request)}
        cancelTo={request ? paths.intakeRequest.href(request._id) : paths.members.href()}
        onMade={({ members, memberships }) => {
          const [one] = members;
          if (!one) return;
          const made = [
            pluralOf(members.length, '{names} is added.', '{names} are added.', {
              names: listOf(members.map(fullName)),
            }),
            ...memberships.map(
              ({ campaignName, totalPrice }) =>
                `${familyPriceText(members.map(fullName), campaignName, money(totalPrice ?? ZERO))}.`,
            ),
          ].join(' ');
          void navigate(paths.member.href(one._id, 'household'), { replace: true, state: { made } });
        }}
      />
    </>
  );
}

const firstOf = ({ _id, firstNm, lastNm, birthDt, phone, email }: IntakeRequest) => ({
  intakeRequestId: _id,
  person: {
    firstNm,
    lastNm,
    birthDt: birthDt ? typedDate(birthDt) : '',
    isBirthDtUnknown: birthDt === null,
  },
  phoneNbr: formatTypedPhone(phone ?? ''),
  email,
});
