import { fullName } from '@kinfold/domain/person-name';
import type { Member } from '@kinfold/domain/member';
import { Breadcrumb, organizationSteps } from '../../parts/breadcrumb.tsx';
import { paths } from '../../paths.ts';

/** Organizations > organization > member, and the current action (spec section 2, "Member detail"). */
export function MemberBreadcrumb({ member, current }: { member: Member; current?: string }) {
  const name = fullName(member);
  return (
    <Breadcrumb
      steps={[
        ...organizationSteps(member.organizationNumber, member.organizationName),
        ...(current ? [{ name, to: paths.member.href(member._id) }] : []),
      ]}
      current={current ?? name}
    />
  );
}
