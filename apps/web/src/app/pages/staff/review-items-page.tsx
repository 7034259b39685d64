import { ReviewList } from '../../../features/review-items/review-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/review-items`: what the card provider reports about money that is not in the books, for treasurers. */
export function ReviewItemsPage() {
  return (
    <StaffPage
      isList
      title="Card provider: to check"
      lead="What happened at the card provider and is not in the books here. See its website for more, and say here what was done."
    >
      <InOrganization permissions={['payments.refund']}>
        {(chosen) => <ReviewList {...chosen} />}
      </InOrganization>
    </StaffPage>
  );
}
