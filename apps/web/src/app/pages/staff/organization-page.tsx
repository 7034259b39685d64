import { EXPORT_PERMISSION } from '@kinfold/domain/export';
import { OrganizationChoice, type Organization } from '@kinfold/domain/organization';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { AccountProblem } from '../../../features/connected-account/account-problem.tsx';
import { PaymentAccount } from '../../../features/connected-account/payment-account.tsx';
import { EditOrganization } from '../../../features/organization-form/edit-organization.tsx';
import { MoveOrganization } from '../../../features/organization-form/move-organization.tsx';
import { isRemovable, RemoveOrganization } from '../../../features/organization-form/remove-organization.tsx';
import { OrganizationFacts } from '../../../features/organizations/organization-facts.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { usePermissions } from '../../../parts/access/use-permissions.ts';
import { paths } from '../../../paths.ts';
import { aboveQuery, organizationQuery } from '../../../queries/organizations.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ListHead } from '../../../ui/list-head.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Said } from '../../../ui/said.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { NoPermission } from '../../../ui/states.tsx';
import { OrganizationTabs } from '../../organization-tabs.tsx';

/** Navigation state: the breadcrumb of the organization, and the message about the last change or its refusal. */
const State = z.object({
  above: z.optional(z.array(OrganizationChoice)),
  message: z.optional(z.string()),
  refusal: z.optional(z.string()),
});

/** Of an organization and its form (spec sections 6 and 8). */
const UNAUTHORIZED = 'Error 401 - You are not authorized to view this page';

/** Where its staff go on from an organization, each with the permission. */
const LINKS = [
  { permission: 'roles.assign', icon: 'people', name: 'Roles', href: paths.roles.href },
  { permission: 'members.import', icon: 'people', name: 'Import', href: paths.imports.href },
  { permission: 'reports.get', icon: 'download', name: 'Statements', href: paths.statements.href },
  { permission: EXPORT_PERMISSION, icon: 'download', name: 'Export', href: paths.exports.href },
  {
    permission: 'organizations.create',
    icon: 'plus',
    name: 'Add organization below',
    href: () => paths.organizationCreate.href(),
  },
] as const;

/** `/organizations/:organizationNumber?activeTab=&edit=`: an organization with its parts, or its edit form. */
export function OrganizationPage() {
  const { organizationNumber = '' } = useParams();
  return <OrganizationOf key={organizationNumber} organizationNumber={organizationNumber} />;
}

function OrganizationOf({ organizationNumber }: { organizationNumber: string }) {
  const query = useQuery(organizationQuery(organizationNumber));
  const { data } = query;
  const state = z.safeParse(State, useLocation().state).data;
  // The breadcrumb of the navigation state is shown immediately; after a move, or without a state, it comes from the
  // tree.
  const above =
    useQuery({ ...aboveQuery(organizationNumber), placeholderData: state?.above ?? [] }).data ?? [];
  const isEditing = useSearchParams()[0].has('edit');
  const name = data?.organizationName ?? 'Organization';
  return (
    <StaffPage
      isList
      // A separate page for screen readers: its heading takes the focus.
      key={isEditing ? 'edit' : 'show'}
      title={isEditing ? `Edit ${name}` : name}
      breadcrumb={
        <Breadcrumb
          steps={[
            { name: 'Organizations', to: paths.organizations.href() },
            ...above.map((one) => ({
              name: one.organizationName,
              to: paths.organization.href(one.organizationNumber),
            })),
          ]}
          current={name}
        />
      }
      lead={data && <OrganizationFacts organization={data} />}
    >
      <Loaded
        query={query}
        what="the organization"
        title="We cannot show this organization at the moment."
        rows={5}
        on={{ 403: () => <NoPermission title={UNAUTHORIZED} /> }}
      >
        {(organization) => (
          <OrganizationParts
            organization={organization}
            above={above}
            message={state?.message}
            refusal={state?.refusal}
            isEditing={isEditing}
          />
        )}
      </Loaded>
    </StaffPage>
  );
}

function OrganizationParts({
  organization,
  above,
  message,
  refusal,
  isEditing,
}: {
  organization: Organization;
  above: readonly OrganizationChoice[];
  message: string | undefined;
  refusal: string | undefined;
  isEditing: boolean;
}) {
  const navigate = useNavigate();
  const { organizationNumber, organizationName } = organization;
  const may = usePermissions(organizationNumber);
  if (!may) return <SkeletonRows rows={5} label="Loading" />;
  const show = (said?: string) =>
    void navigate(paths.organization.href(organizationNumber), { state: { above, message: said } });
  if (isEditing && !may('organization.details.update')) return <NoPermission title={UNAUTHORIZED} />;
  const links = LINKS.filter(({ permission }) => may(permission)).map(({ href, ...link }) => ({
    ...link,
    to: href(organizationNumber),
    state: { parent: { organizationNumber, organizationName } },
  }));
  return (
    <>
      <Said>{message ?? ''}</Said>
      {refusal && <output className="text-danger">{refusal}</output>}
      {isEditing ? (
        <EditOrganization
          organization={organization}
          onClose={() => show()}
          onSaved={() => show('The changes are saved.')}
        />
      ) : (
        <>
          <ListHead
            main={
              may('organization.details.update') && (
                <ButtonLink variant="outline-primary" to={{ search: '?edit=true' }} state={{ above }}>
                  <Icon name="edit" /> Edit
                </ButtonLink>
              )
            }
            tools={
              links.length > 0 &&
              links.map(({ name, icon, to, state }) => (
                <ButtonLink key={name} variant="outline-primary" to={to} state={state}>
                  <Icon name={icon} /> {name}
                </ButtonLink>
              ))
            }
          />
          {may('organization.donations.get') && <AccountProblem organization={organization} />}
          <OrganizationTabs organization={organization} may={may} />
        </>
      )}
      {isEditing && may('organization.payments.connect') && (
        <PaymentAccount
          organization={organization}
          onDisconnected={(said) =>
            void navigate({ search: '?edit=true' }, { replace: true, state: { above, message: said } })
          }
        />
      )}
      {isEditing && may('organizations.create') && (
        <MoveOrganization organization={organization} above={above} onMoved={show} />
      )}
      {may('organizations.delete') && isRemovable(organization) && (
        <RemoveOrganization
          organization={organization}
          onRemoved={async () => {
            await navigate(paths.organizations.href(), {
              state: { message: `${organizationName} is removed.` },
              replace: true,
            });
          }}
        />
      )}
    </>
  );
}
