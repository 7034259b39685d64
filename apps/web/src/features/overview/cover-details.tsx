import type { MemberCoverage, PersonCoverage } from '@kinfold/domain/coverage';
import { useId, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { CoverRow } from '../../parts/cover/cover-row.tsx';
import { HowFundWorks } from '../../parts/cover/how-fund-works.tsx';
import { coverageLetterPath } from '../../queries/coverage.ts';
import { DownloadButton } from '../../ui/download-button.tsx';

/** The cover of each person with its reasons, unfolded on request, and the letter as a PDF. */
export function CoverDetails({ coverage: { people, funds, member_id } }: { coverage: MemberCoverage }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <>
      <div className="answer-more">
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Details'} <span className="visually-hidden">of who is covered, and why</span>
        </Button>
        <DownloadButton variant="link" path={coverageLetterPath(member_id)} fileName="coverage-letter.pdf">
          Letter to keep (PDF)
        </DownloadButton>
      </div>
      {isOpen && (
        <div className="unfold" id={detailsId}>
          <ul className="rows">
            {byMembership(people).map((person) => (
              <CoverRow key={`${person.member_id}/${person.campaignMembershipId}`} person={person}>
                {person.action && <p>{person.action}</p>}
              </CoverRow>
            ))}
          </ul>
          <HowFundWorks funds={funds} />
        </div>
      )}
    </>
  );
}

/** Groups people by membership, as in the letter. */
function byMembership(people: readonly PersonCoverage[]): PersonCoverage[] {
  const memberships = new Set(people.map((person) => person.campaignMembershipId));
  return [...memberships].flatMap((id) => people.filter((person) => person.campaignMembershipId === id));
}
