import type { MemberCoverage, PersonCoverage } from '@kinfold/domain/coverage';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../../lib/problem.ts';
import { CoverStatus } from '../../parts/cover-status.tsx';
import { HowFundWorks } from '../../parts/how-fund-works.tsx';
import { coverageLetterPath, coverageQuery } from '../../queries/coverage.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { AnswerSkeleton } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';

const LABEL = 'Am I covered?';

/** 'Am I covered?': the answer, what to do, each person with the reasons, and the letter as a PDF. */
export function CoverageAnswer({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(coverageQuery(memberId));
  if (data) return <Answer coverage={data} />;
  return (
    <section className="answer" aria-label={LABEL} aria-busy={!error}>
      {error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot say at the moment whether you are covered."
          kept="Your cover itself does not depend on this page."
          onRetry={() => void refetch()}
        />
      ) : (
        <AnswerSkeleton label="Loading whether you are covered" />
      )}
    </section>
  );
}

/** Green when covered, due when not; neutral while unknown or without a fund. */
function toneOf(isCovered: boolean | null, people: number): string {
  if (people === 0) return '';
  if (isCovered === null) return 'answer-warn';
  return isCovered ? 'answer-ok' : 'answer-due';
}

function Answer({ coverage }: { coverage: MemberCoverage }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { people, isCovered, sentence, action, member_id } = coverage;
  return (
    <section className={`answer ${toneOf(isCovered, people.length)}`.trim()} aria-label={LABEL}>
      <p className="answer-sentence">{sentence}</p>
      {action && <p>{action}</p>}
      {people.length > 0 && (
        <div className="button-row">
          <Button
            variant="link"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide who is covered' : 'Who is covered, and why'}
          </Button>
          <DownloadButton variant="link" path={coverageLetterPath(member_id)} fileName="coverage-letter.pdf">
            Letter to keep (PDF)
          </DownloadButton>
        </div>
      )}
      {isOpen && (
        <div className="unfold" id={detailsId}>
          <ul className="rows">
            {people.map((person) => (
              <PersonRow key={`${person.member_id}/${person.campaignMembershipId}`} person={person} />
            ))}
          </ul>
          <HowFundWorks funds={coverage.funds} />
        </div>
      )}
    </section>
  );
}

function PersonRow({ person }: { person: PersonCoverage }) {
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{person.name}</p>
        <p className="row-note">{person.campaignName}</p>
      </div>
      <div className="row-more">
        <CoverStatus cover={person} />
        {person.action && <p>{person.action}</p>}
      </div>
    </li>
  );
}
