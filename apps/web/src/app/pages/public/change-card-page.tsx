import type { SavedCard } from '@kinfold/domain/card';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLoaderData, useParams } from 'react-router-dom';
import { AddCard } from '../../../parts/card-form/add-card.tsx';
import { paths } from '../../../paths.ts';
import { changeCard, fetchCardLink, startCardChange } from '../../../queries/autopay.ts';
import { queryClientOf } from '../../../queries/query-client.ts';
import '../../../theme/shapes.scss';
import '../../../theme/member.scss';
import { Callout } from '../../../ui/callout.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page } from '../../../ui/page.tsx';
import { linkLoader, type FoundLink } from './autopay-link.ts';
import { LinkProblem } from './link-problem.tsx';

/** Whether the link of the address still changes a card. */
export const loadCardLink = linkLoader(fetchCardLink);

/** `/change-card/:token`, the link in the last mail about a declined card: another card, once, without a sign-in. */
export function ChangeCardPage() {
  const { token = '' } = useParams();
  const { link, problem } = useLoaderData<FoundLink>();
  const [saved, setSaved] = useState<SavedCard>();
  return (
    <div className="page-narrow">
      <Page title="Change the card">
        {problem && (
          <LinkProblem problem={problem} title="We cannot change the card at the moment.">
            It works once, for seven days. You can choose a card{' '}
            <Link to={paths.autopay.href()}>once you are signed in</Link>.
          </LinkProblem>
        )}
        {saved && (
          <Callout tone="ok" title="Thank you, the card is changed" role="status">
            <p>
              Your dues are paid with {saved.cardType} ending {saved.last4} by themselves again. We send you
              an email five days before.
            </p>
          </Callout>
        )}
        {link && !saved && (
          <>
            <p>
              Your dues of {link.campaignName} are paid with this card by themselves from now on. Nothing is
              charged today.
            </p>
            <Card title="Your new card">
              <QueryClientProvider client={queryClientOf('')}>
                <AddCard
                  draft={`change-card.${token}`}
                  start={() => startCardChange(token)}
                  save={(setupToken) => changeCard(token, setupToken)}
                  onAdded={setSaved}
                />
              </QueryClientProvider>
            </Card>
          </>
        )}
      </Page>
    </div>
  );
}
