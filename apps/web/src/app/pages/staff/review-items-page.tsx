import { ReviewList } from '../../../features/review-items/review-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/review-items`: what the card provider reports about money that is not in the books, for treasurers. */
export function ReviewItemsPage() {
  return (
    <StaffPage
      isList
      title="Card provider: to check"
      lead="What is not in the books here: see the card provider’s website, and say here what was done."
    >
      <InOrganization permissions={['payments.refund']}>
        {(chosen) => <ReviewList {...chosen} />}
      </InOrganization>
    </StaffPage>
  );
}
